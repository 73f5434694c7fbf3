import { type CatalogChannel } from '@channel';
import { Injectable } from '@nestjs/common';
import { type TaskUpstreamRequest, type TaskUpstreamResponse } from '@providers';
import { toFault, UpstreamClient, withChannelHeaders, type UpstreamFault } from '@relay';

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

export interface TaskClientRequest extends TaskUpstreamRequest {
  /** Limit for the whole exchange. */
  readonly timeoutMs: number;
  /** The channel that is asked: its proxy is used, and its headers are set. */
  readonly channel: CatalogChannel;
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
  async ask({
    method,
    url,
    headers,
    body,
    timeoutMs,
    channel,
  }: TaskClientRequest): Promise<TaskUpstreamResponse | NoResponse> {
    let hasResponse = false;
    try {
      const bytes = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const exchange = this.upstream.open(
        {
          method,
          url,
          headers: withChannelHeaders(
            {
              accept: 'application/json',
              ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
              ...headers,
            },
            channel,
          ),
          body: bytes,
        },
        { totalMs: timeoutMs, proxy: channel.proxy },
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

export function isResponse(result: TaskUpstreamResponse | NoResponse): result is TaskUpstreamResponse {
  return 'status' in result;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
