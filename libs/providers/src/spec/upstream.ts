import {
  type DroppedFields,
  type UsageReading,
  type UnknownRecord,
  type ChatCall,
  type WireFormat,
  type AnswerError,
  type StreamFrame,
  type ChatReading,
  type StreamFraming,
  type Endpoint,
} from '@formats';

/** The account a call goes to: what an adapter may know of a channel. */
export interface ChannelTarget {
  readonly id: number;
  /** Channel type number, see `@contracts`. */
  readonly type: number;
  /** The provider's key as the operator typed it; compound keys are split by the adapter. */
  readonly key: string;
  /** Address typed by the operator; empty means the type's default. Type 8: the complete request address. */
  readonly baseUrl: string;
  /** The type's extra field: API version, region, knowledge base, … */
  readonly other: string;
  /** Only type 1 sends it. */
  readonly organization: string | null;
  /** What the adapter's `authorize` step obtained; absent for adapters without one. */
  readonly accessToken?: string;
  /** Formats that this address turned out not to have, although its type may; a call then goes in another one. */
  readonly lacks?: readonly WireFormat[];
}

/** One relay call, as every adapter sees it. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  /** The format that the body is in. Endpoints other than chat and countTokens are always in the OpenAI form. */
  readonly format: WireFormat;
  /** The provider's model name, after mapping. */
  readonly model: string;
  /** The name the caller used; billing and logs keep it. */
  readonly requestedModel: string;
  /** The caller's bytes, never written to. */
  readonly body: Buffer;
  /** Content type of the bytes: JSON, or a multipart form with its boundary. */
  readonly contentType: string;
  /** The same bytes, parsed once; never changed by an adapter. Of a form: its text fields. */
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /** True when this is a stream, the caller did not ask for usage, and the channel accepts `stream_options`. */
  readonly addUsageOption: boolean;
  /** The question of a chat in the canonical form; read on first use, then kept. */
  chat(): ChatCall;
  /** Takes the names of what the provider cannot be told; see {@link DroppedFields}. */
  readonly dropped: DroppedFields;
  /**
   * Headers of the caller that a provider of the same format must see, names in lower case: `anthropic-version`,
   * `anthropic-beta`, `openai-beta`. Nothing else of the caller ever reaches an adapter.
   */
  readonly callerHeaders: Readonly<Record<string, string>>;
}

/** What the transport sends. Header names are lower case; there is never a header of the caller among them. */
export interface UpstreamRequest {
  /** `WEBSOCKET` opens a socket, sends the body as its first text message, and takes each message as a frame. */
  readonly method: 'POST' | 'GET' | 'DELETE' | 'WEBSOCKET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** How the answer is read when it is not in the caller's own format; absent: its bytes pass unchanged. */
  readonly answer?: AnswerReading;
}

/** An answer that becomes the OpenAI form of its endpoint: embeddings, rerank, images, transcriptions. */
export interface JsonReading {
  readonly kind: 'json';
  convert(body: unknown): { readonly body: UnknownRecord; readonly usage: UsageReading };
  /** As in {@link ChatReading}. */
  isError?(body: unknown): boolean;
}

/**
 * The caller's own format in foreign frames: bytes cannot pass, but every payload does. Whole answers pass as they are.
 */
export interface ReframeReading {
  readonly kind: 'reframe';
  readonly framing: StreamFraming;
  /** @returns the event as the caller's format has it; null for frames that are none */
  unwrap(frame: StreamFrame): StreamFrame | null;
}

/**
 * Speech that a provider sends as text inside JSON, as the bytes of an audio file. A whole JSON answer counts as one frame.
 */
export interface BytesReading {
  readonly kind: 'bytes';
  readonly framing: StreamFraming;
  /** Of the bytes, e.g. `audio/mpeg`. */
  readonly contentType: string;
  openReader(): BytesReader;
  /** As in {@link ChatReading}. */
  isError?(body: unknown): boolean;
}

/** One instance per answer; never throws: what it does not understand yields no bytes. */
export interface BytesReader {
  /** @returns bytes to send now; may be empty */
  read(frame: StreamFrame): Buffer;
  /** Set once a frame was an error: then nothing more comes. */
  readonly error: AnswerError | null;
}

export type AnswerReading = ChatReading | JsonReading | ReframeReading | BytesReading;
/** An answer that is not a success. `status` is the one after the channel's status code mapping. */
export interface UpstreamRefusal {
  readonly status: number;
  /** Names in lower case, as Node and undici deliver them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Decoded text, cut by the transport to a sane size. */
  readonly body: string;
}

/**
 * What went wrong, in the relay's words. `refused`: key or account is bad. `busy`: a limit of rate or load.
 * `broken`: the provider failed. `modelUnavailable`: this account cannot serve that model. `badRequest`: the caller's fault.
 */
export type FailureKind = 'refused' | 'busy' | 'broken' | 'modelUnavailable' | 'badRequest';

/** The provider's error in the OpenAI shape: at most 500 characters, without keys and addresses. */
export interface UpstreamError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
  /** What clients of the Messages format read under `error.details`; callers of other formats never see it. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A classified refusal. The adapter only says what it means; whether and where to retry is decided by the relay. */
export interface UpstreamFailure {
  readonly kind: FailureKind;
  /** Status to answer with when nobody else can serve the call; an error inside a 2xx answer becomes 502. */
  readonly status: number;
  readonly error: UpstreamError;
  /** True only for signs that prove the credential or account is bad. */
  readonly shouldDisableChannel: boolean;
  /** True when another channel may succeed. */
  readonly isRetryable: boolean;
  /** From `retry-after-ms` or `retry-after`, rounded up; null when the provider named none. */
  readonly retryAfterSeconds: number | null;
  /** The token from `authorize` was refused, not the key: obtain a new one and repeat the call once, before all else. */
  readonly isTokenStale?: boolean;
}
