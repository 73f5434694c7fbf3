/** Headers by name; a list sends the header several times. */
export type MockHeaders = Readonly<Record<string, string | readonly string[]>>;

interface Timing {
  /** Delay before the first byte of the response, headers included. */
  readonly delayMs?: number;
  readonly headers?: MockHeaders;
}

interface Pieces {
  /** Splits the body into pieces of this many bytes, with `pieceDelayMs` before each: a slow upstream. */
  readonly pieceBytes?: number;
  readonly pieceDelayMs?: number;
}

/** Sends one whole body. */
export interface JsonBehaviour extends Timing, Pieces {
  readonly kind: 'json';
  readonly status?: number;
  /** A text is sent unchanged; any other value is sent as JSON. */
  readonly body: unknown;
  /** Compresses the body and sends the matching header. */
  readonly gzip?: boolean;
}

/** Sends a body of raw bytes: images, videos, songs, pages. */
export interface BytesBehaviour extends Timing, Pieces {
  readonly kind: 'bytes';
  readonly status?: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Sends a stream of events. */
export interface SseBehaviour extends Timing {
  readonly kind: 'sse';
  readonly status?: number;
  /** Payloads; each becomes `data: …` and a blank line. */
  readonly events: readonly string[];
  /** Names the `event:` line of a payload, for protocols that name their events. */
  readonly eventNameOf?: (payload: string) => string;
  /** The text after the events; null for protocols and faults without a terminator. Default `[DONE]`. */
  readonly terminator?: string | null;
  readonly delayPerEventMs?: number;
  /** The line ends; some providers use CRLF. */
  readonly lineEnd?: '\n' | '\r\n';
  /** Sends the stream in pieces of this many bytes, which may cut events and characters. */
  readonly pieceBytes?: number;
  /** Breaks the connection after this many events; `midEvent` also sends half of the next one. */
  readonly cutAfter?: { readonly events: number; readonly midEvent?: boolean };
  /** Sends nothing more after this many events, and keeps the connection open. */
  readonly hangAfterEvents?: number;
}

/** How the mock responds to one request. */
export type Behaviour =
  | JsonBehaviour
  | BytesBehaviour
  | SseBehaviour
  /** Reads the request and never responds. */
  | { readonly kind: 'stall' }
  /** Sends status and headers, then nothing. */
  | ({ readonly kind: 'hangAfterHeaders'; readonly contentType?: string } & Timing)
  /** Resets the connection instead of responding. */
  | { readonly kind: 'reset' }
  /** Sends bytes that are not HTTP. */
  | { readonly kind: 'garbage' }
  /** Announces `claimed` bytes, sends `body`, closes. */
  | ({ readonly kind: 'wrongLength'; readonly body: string; readonly claimed: number } & Timing)
  /** Sends a body of this many bytes, without a length header. */
  | ({ readonly kind: 'oversize'; readonly bytes: number; readonly contentType?: string } & Timing)
  /** Sends events without end, as fast as the reader takes them or one per `delayPerEventMs`. */
  | ({ readonly kind: 'endless'; readonly event: string; readonly delayPerEventMs?: number } & Timing)
  | ({ readonly kind: 'redirect'; readonly status?: number; readonly location: string } & Timing);

/** A JSON response. */
export function json(body: unknown, options: Partial<Omit<JsonBehaviour, 'kind' | 'body'>> = {}): JsonBehaviour {
  return {
    kind: 'json',
    body,
    ...options,
  };
}

/** An error in the OpenAI envelope. */
export function failure(
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: MockHeaders = {},
): JsonBehaviour {
  return { kind: 'json', status, body: { error }, headers };
}

/** A stream of payloads. */
export function sse(
  events: readonly string[],
  options: Partial<Omit<SseBehaviour, 'kind' | 'events'>> = {},
): SseBehaviour {
  return { kind: 'sse', events, ...options };
}
