/** What a caller may ask of an upstream. A new capability is one more word here and one more path in its adapters. */
export type Endpoint = 'chat' | 'completions' | 'embeddings' | 'moderations';

/** The account a call goes to: what an adapter may know of a channel. */
export interface ChannelTarget {
  readonly id: number;
  /** Channel type number, see `@contracts`. */
  readonly type: number;
  /** The vendor's key as the operator typed it; compound keys are split by the adapter. */
  readonly key: string;
  /** Address typed by the operator; empty means the type's default. Type 8: the complete request address. */
  readonly baseUrl: string;
  /** The type's extra field: API version, region, knowledge base, … */
  readonly other: string;
  /** Only type 1 sends it. */
  readonly organization: string | null;
}

/** One relay call, as every adapter sees it. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  /** The vendor's model name, after mapping. */
  readonly model: string;
  /** The name the caller used; billing and logs keep it. */
  readonly requestedModel: string;
  /** The caller's bytes, never written to. */
  readonly body: Buffer;
  /** The same bytes, parsed once; never changed by an adapter. */
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /** True when this is a stream, the caller did not ask for usage, and the channel accepts `stream_options`. */
  readonly addUsageOption: boolean;
}

/** What the transport sends. Header names are lower case; there is never a header of the caller among them. */
export interface UpstreamRequest {
  readonly method: 'POST' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

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
 * `broken`: the vendor failed. `modelUnavailable`: this account cannot serve that model. `badRequest`: the caller's fault.
 */
export type FailureKind = 'refused' | 'busy' | 'broken' | 'modelUnavailable' | 'badRequest';

/** The vendor's error in the OpenAI shape: at most 500 characters, without keys and addresses. */
export interface UpstreamError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
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
  /** From `retry-after-ms` or `retry-after`, rounded up; null when the vendor named none. */
  readonly retryAfterSeconds: number | null;
}
