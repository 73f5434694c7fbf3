import {
  type DroppedFields,
  type UsageReading,
  type JsonObject,
  type ChatCall,
  type WireFormat,
  type AnswerError,
  type StreamFrame,
  type ChatReading,
  type StreamFraming,
  type Endpoint,
} from '@formats';

/** What an adapter may know of the channel that a call goes to. */
export interface ChannelTarget {
  readonly id: number;
  /** Channel type number, see `@contracts`. */
  readonly type: number;
  /** The channel key as the operator typed it; the adapter splits compound keys. */
  readonly key: string;
  /**
   * The address that the operator typed; empty means the type's default. For type 8 it is the complete request address.
   */
  readonly baseUrl: string;
  /** The channel's extra field, whose meaning depends on the type: API version, region, knowledge base, … */
  readonly other: string;
  /** The organisation of the provider's account; only type 1 sends it. */
  readonly organization: string | null;
  /** The proxy that all requests of the channel go through, for the transport; no adapter reads it. */
  readonly proxy?: string;
  /** The token from the adapter's `authorize` step; absent for adapters without one. */
  readonly accessToken?: string;
  /** Formats that this address turned out not to serve, although its type may; a call then uses another one. */
  readonly lacks?: readonly WireFormat[];
}

/** A caller's request, as far as adapters may see it. */
export interface CallContent {
  readonly endpoint: Endpoint;
  /** The wire format of the body. Endpoints other than chat and countTokens always use the OpenAI form. */
  readonly format: WireFormat;
  /** The caller's bytes; they are never changed. */
  readonly body: Buffer;
  /** The content type of the bytes: JSON, or a multipart form with its boundary. */
  readonly contentType: string;
  /** The content of the bytes, parsed once and never changed by an adapter. For a form it holds the text fields. */
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /**
   * The caller's headers that a provider of the same format must see, names in lower case: `anthropic-version`,
   * `anthropic-beta`, `openai-beta`. No other header of the caller reaches an adapter.
   */
  readonly callerHeaders: Readonly<Record<string, string>>;
  /** The call as a canonical chat; read on first use, then kept. */
  readonly chat: () => ChatCall;
}

/** One relay call as every adapter receives it. */
export interface UpstreamCall extends CallContent {
  /** The provider's name of the model, after mapping. */
  readonly model: string;
  /** The name that the caller used; billing and logs keep it. */
  readonly requestedModel: string;
  /** True when the call is a stream, the caller did not request usage, and the channel accepts `stream_options`. */
  readonly addUsageOption: boolean;
  /** Collects the names of fields that the provider's format has no place for; see {@link DroppedFields}. */
  readonly dropped: DroppedFields;
}

/**
 * What the transport sends. Header names are lower case. Of the caller's headers only those in `callerHeaders` may be
 * among them.
 */
export interface UpstreamRequest {
  /** `WEBSOCKET` opens a socket, sends the body as its first text message, and reads each message as a frame. */
  readonly method: 'POST' | 'GET' | 'DELETE' | 'WEBSOCKET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** How the answer is read when it is not in the caller's format; absent: its bytes pass unchanged. */
  readonly answer?: AnswerReading;
}

/** Converts an answer to the OpenAI form of its endpoint: embeddings, rerank, images, transcriptions. */
export interface JsonReading {
  readonly kind: 'json';
  convert(body: unknown): { readonly body: JsonObject; readonly usage: UsageReading };
  /** True for a body that is an error although its status is a success, as in {@link ChatReading}. */
  isError?(body: unknown): boolean;
}

/**
 * Reads an answer in the caller's own format whose frames are of another kind: its bytes cannot pass, but every payload
 * does. Whole answers pass unchanged.
 */
export interface ReframeReading {
  readonly kind: 'reframe';
  readonly framing: StreamFraming;
  /** @returns the event in the caller's format; null for frames that hold no event */
  unwrap(frame: StreamFrame): StreamFrame | null;
}

/**
 * Reads speech that a provider sends as text inside JSON, and returns the bytes of an audio file. A whole JSON answer
 * counts as one frame.
 */
export interface BytesReading {
  readonly kind: 'bytes';
  readonly framing: StreamFraming;
  /** The content type of the bytes, e.g. `audio/mpeg`. */
  readonly contentType: string;
  openReader(): BytesReader;
  /** True for a body that is an error although its status is a success, as in {@link ChatReading}. */
  isError?(body: unknown): boolean;
}

/** Reads one answer. It never throws: a frame that it does not understand yields no bytes. */
export interface BytesReader {
  /** @returns bytes to send now; may be empty */
  read(frame: StreamFrame): Buffer;
  /** The error in a frame, null before it; after an error nothing more follows. */
  readonly error: AnswerError | null;
}

export type AnswerReading = ChatReading | JsonReading | ReframeReading | BytesReading;
/** A response that is not a success. Its `status` is the one after the channel's status code mapping. */
export interface UpstreamRefusal {
  readonly status: number;
  /** Header names in lower case, as Node and undici deliver them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The decoded text, cut by the transport to a limited size. */
  readonly body: string;
}

/**
 * The kinds of failures that the relay knows. `refused`: key or account is bad. `busy`: a limit of rate or load.
 * `broken`: the provider failed. `modelUnavailable`: this account cannot serve that model. `badRequest`: the caller's
 * fault.
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

/** A classified refusal. The adapter only reports what it means; the relay decides whether and where to retry. */
export interface UpstreamFailure {
  readonly kind: FailureKind;
  /**
   * The status of the response when no other channel can serve the call; an error inside a 2xx response becomes 502.
   */
  readonly status: number;
  readonly error: UpstreamError;
  /** True only for errors that prove that the credential or account is bad. */
  readonly shouldDisableChannel: boolean;
  /** True when another channel may succeed. */
  readonly isRetryable: boolean;
  /** True where no provider told the status: nothing usable came, or nothing was sent. */
  readonly isOwn?: boolean;
  /** Seconds from `retry-after-ms` or `retry-after`, rounded up; null when the provider named none. */
  readonly retryAfterSeconds: number | null;
  /**
   * True when the provider refused the token from `authorize`, not the key: the relay first obtains a new token and
   * repeats the call once.
   */
  readonly isTokenStale?: boolean;
}
