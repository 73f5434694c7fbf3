import { STREAM_DONE, USER_ID_HEADER, type PlaygroundRequest } from '@contracts';
import { EventLines } from './event-lines';

/** Text that has come since the last piece. */
export interface ChatPiece {
  readonly content: string;
  /** The reasoning text of a reasoning model. */
  readonly reasoning: string;
}

/** Why an answer ended early. `expired`: no user is signed in any more; `network`: the server cannot be reached. */
export class StreamFault extends Error {
  constructor(
    readonly kind: 'expired' | 'server' | 'network',
    /** The server's message, shown verbatim; empty for a network fault. */
    message = '',
  ) {
    super(message);
  }
}

interface StreamOptions {
  /** The id of the signed-in user. */
  readonly userId: number;
  /** Ends the answer, and with it the call to the upstream. */
  readonly signal: AbortSignal;
  /** Receives the request id as soon as the server responds, also when it refuses. */
  readonly onRequestId?: (id: string) => void;
}

const REQUEST_ID_HEADER = 'x-request-id';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not every server in between responds in JSON
  }
}

/**
 * The only call outside RTK Query, because its answer is shown while it arrives. It ends without a fault when the
 * answer is complete.
 *
 * @throws StreamFault; whatever `fetch` throws when the signal aborted it
 */
export async function* streamChat(
  request: PlaygroundRequest,
  { userId, signal, onRequestId }: StreamOptions,
): AsyncGenerator<ChatPiece> {
  const response = await send(request, userId, signal);
  const requestId = response.headers.get(REQUEST_ID_HEADER) ?? '';
  if (requestId !== '') onRequestId?.(requestId);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('text/event-stream') || !response.body) {
    yield readWhole(await response.text(), response);
    return;
  }
  let hasText = false;
  for await (const data of eventsOf(response.body, signal)) {
    if (data === STREAM_DONE) return;
    const piece = readChunk(data);
    // Some providers begin with an empty list of choices; after text such a list is the end.
    if (piece === null && hasText) return;
    if (piece === null || (piece.content === '' && piece.reasoning === '')) continue;
    hasText = true;
    yield piece;
  }
  if (!hasText) throw new StreamFault('network');
}

async function send(request: PlaygroundRequest, userId: number, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(
      new Request('/pg/chat/completions', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: request.stream ? 'text/event-stream' : 'application/json',
          'accept-language': document.documentElement.lang || 'en',
          [USER_ID_HEADER]: String(userId),
        },
        body: JSON.stringify(request),
        signal,
      }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    throw new StreamFault('network');
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new EventLines();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      yield* lines.push(decoder.decode(value, { stream: true }));
    }
    yield* lines.push(decoder.decode());
    yield* lines.end();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new StreamFault('network');
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel(); // a reader that stops also stops the server
  }
}

/**
 * @returns null for an empty list of choices
 * @throws StreamFault for an error inside the stream
 */
function readChunk(data: string): ChatPiece | null {
  const parsed = parse(data);
  const { choices, error } = fieldsOf(parsed);
  if (error !== undefined && error !== null) throw new StreamFault('server', textOf(fieldsOf(error).message) || data);
  if (!Array.isArray(choices)) throw new StreamFault('server', data);
  return choices.length === 0 ? null : pieceOf(fieldsOf(fieldsOf(choices[0]).delta));
}

function pieceOf(fields: Fields): ChatPiece {
  return {
    content: textOf(fields.content),
    reasoning: textOf(fields.reasoning_content) || textOf(fields.reasoning),
  };
}

/**
 * Reads a response that is no stream: a refusal, or a whole answer.
 *
 * @throws StreamFault for everything but a whole answer
 */
function readWhole(text: string, { ok, status }: Response): ChatPiece {
  const body = fieldsOf(parse(text));
  const { choices, error, message, expired } = body;
  if (expired === true) throw new StreamFault('expired', textOf(message));
  if (ok && Array.isArray(choices) && choices.length > 0) return pieceOf(fieldsOf(fieldsOf(choices[0]).message));
  const sentence = textOf(fieldsOf(error).message) || textOf(message);
  throw new StreamFault('server', sentence || `HTTP ${status}`);
}
