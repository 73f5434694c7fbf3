import { MOVE_IN_FILE_TYPE } from '@contracts';

/** The response of the server to one call. */
export interface FakeAnswer {
  readonly status?: number;
  /** The body, sent as JSON. */
  readonly body?: unknown;
  /** Server-sent events, sent instead of a body. */
  readonly events?: ReadableStream<Uint8Array> | string;
  /** A CSV file, sent instead of a body. */
  readonly file?: string;
  /** Headers, sent together with events. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True when the call reaches no server at all. */
  readonly isUnreachable?: boolean;
}

/** One call as it arrived at the server. */
export interface SeenCall {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface FakeServer {
  readonly calls: SeenCall[];
  /** The calls of one method whose address begins with this path. */
  readonly callsTo: (method: string, path: string) => SeenCall[];
}

export function ok(data?: unknown, extra: object = {}): FakeAnswer {
  return {
    body: { success: true, message: '', data, ...extra },
  };
}

export function refused(message: string, extra: object = {}): FakeAnswer {
  return {
    body: { success: false, message, ...extra },
  };
}

/**
 * Replaces the server, the only part that the console does not own.
 *
 * @param answers by "METHOD /path" without query; calls to other paths are refused
 */
export function startFakeServer(
  answers: Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer | Promise<FakeAnswer>)>>,
): FakeServer {
  const calls: SeenCall[] = [];
  globalThis.fetch = async input => {
    const request = input as Request; // RTK Query always passes a Request
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const isFile = request.headers.get('content-type') === MOVE_IN_FILE_TYPE;
    const call = {
      method: request.method,
      url: pathname + search,
      headers: request.headers,
      body: text === '' || isFile ? null : (JSON.parse(text) as unknown),
    };
    calls.push(call);
    const found = answers[`${request.method} ${pathname}`] ?? refused(`nobody answers ${pathname}`);
    const answer = typeof found === 'function' ? await found(call) : found;
    if (answer.isUnreachable) throw new TypeError('Failed to fetch');
    if (answer.events !== undefined) {
      return new Response(answer.events, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', ...answer.headers },
      });
    }
    if (answer.file !== undefined) {
      return new Response(answer.file, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    }
    return new Response(answer.body === undefined ? '' : JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  return {
    calls,
    callsTo: (method, path) => calls.filter(call => call.method === method && call.url.startsWith(path)),
  };
}
