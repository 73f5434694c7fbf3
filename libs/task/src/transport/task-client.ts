import { Injectable } from '@nestjs/common';
import { toFault, UpstreamClient, type UpstreamFault } from '@relay';

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

export interface TaskClientRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A buffer is sent unchanged, any other value as JSON; absent for no body. */
  readonly body?: unknown;
  /** Limit for the whole exchange. */
  readonly timeoutMs: number;
}

/** A response of the upstream, with any status. */
export interface TaskClientResponse {
  readonly status: number;
  readonly text: string;
  /** The parsed text; undefined when it is not JSON. */
  readonly json: unknown;
}

/** The request got no complete response. */
export interface NoResponse {
  readonly fault: UpstreamFault['kind'];
  /** No connection was made, so nothing can have been accepted. */
  readonly isUnsent: boolean;
}

/** Sends requests with short JSON responses to upstreams of tasks. */
@Injectable()
export class TaskClient {
  constructor(private readonly upstream: UpstreamClient) {}

  /** Does not throw for failures of the upstream; they are a `NoResponse`. */
  async ask({ method, url, headers, body, timeoutMs }: TaskClientRequest): Promise<TaskClientResponse | NoResponse> {
    let hasResponse = false;
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
      hasResponse = true;
      const text = (await answer.readAll(RESPONSE_BYTES_MAX)).toString('utf8');
      return { status: answer.status, text, json: parse(text) };
    } catch (error) {
      const fault = toFault(error, hasResponse);
      const { code } = (fault.cause ?? {}) as { code?: string };
      return { fault: fault.kind, isUnsent: !hasResponse && code !== undefined && NEVER_CONNECTED.has(code) };
    }
  }
}

/** Error codes of the socket layer for a connection that was never made. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function isResponse(result: TaskClientResponse | NoResponse): result is TaskClientResponse {
  return 'status' in result;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
