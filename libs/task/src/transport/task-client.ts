import { Injectable } from '@nestjs/common';
import { toFault, UpstreamClient, type UpstreamFault } from '@relay';

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

export interface TaskQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON when it is no buffer; absent for none. */
  readonly body?: unknown;
  /** For the whole exchange. */
  readonly timeoutMs: number;
}

/** Whatever the upstream answered. */
export interface TaskAnswer {
  readonly status: number;
  readonly text: string;
  /** Undefined when the text is no JSON. */
  readonly json: unknown;
}

/** No answer. */
export interface NoAnswer {
  readonly fault: UpstreamFault['kind'];
  /** The connection was never made, so that nothing can have been accepted. */
  readonly isUnsent: boolean;
}

/** Asks upstreams of tasks for short JSON answers. */
@Injectable()
export class TaskClient {
  constructor(private readonly upstream: UpstreamClient) {}

  /** Never throws for what the upstream does. */
  async ask({ method, url, headers, body, timeoutMs }: TaskQuestion): Promise<TaskAnswer | NoAnswer> {
    let hasAnswered = false;
    try {
      const bytes = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const exchange = this.upstream.open(
        {
          method,
          url,
          headers: {
            accept: 'application/json',
            ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
            ...headers,
          },
          body: bytes,
        },
        { totalMs: timeoutMs },
      );
      const answer = await exchange.answer;
      hasAnswered = true;
      const text = (await answer.readAll(ANSWER_BYTES_MAX)).toString('utf8');
      return { status: answer.status, text, json: parse(text) };
    } catch (error) {
      const fault = toFault(error, hasAnswered);
      const { code } = (fault.cause ?? {}) as { code?: string };
      return { fault: fault.kind, isUnsent: !hasAnswered && code !== undefined && NEVER_CONNECTED.has(code) };
    }
  }
}

/** What the socket layer says when nobody was there to hear the request. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function isAnswer(result: TaskAnswer | NoAnswer): result is TaskAnswer {
  return 'status' in result;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
