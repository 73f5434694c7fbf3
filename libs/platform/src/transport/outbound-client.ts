import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request as send, type Dispatcher } from 'undici';

const TIMEOUT_MS = 5000;
const ANSWER_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 16;

/** A call to a service that an administrator or the environment configured. */
export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Form fields; sent as a form body. */
  readonly form?: Readonly<Record<string, string>>;
}

/** A call as client libraries make it: the part of the Fetch API that they use. */
interface OutboundExchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** Ends the call before our own time limit does. */
  readonly signal?: AbortSignal;
}

/** The service could not be reached, or its response is not JSON. The message is for the log, never for the caller. */
export class OutboundFailure extends Error {}

/**
 * Calls sign-in providers and similar services for JSON. Five seconds for the whole call, at most 1 MiB, no redirects:
 * a response from another address is not the provider's.
 */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ connections: CONNECTIONS_PER_ORIGIN_MAX, connect: { timeout: TIMEOUT_MS } });

  /**
   * @returns the status and the parsed response, whatever the status is
   * @throws OutboundFailure
   */
  async askJson({
    url,
    method = 'GET',
    headers = {},
    form,
  }: OutboundRequest): Promise<{ status: number; body: unknown }> {
    const answer = await this.send(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams({ ...form }).toString() } : {}),
    });
    try {
      return { status: answer.status, body: JSON.parse(answer.text) as unknown };
    } catch (cause) {
      throw failure(url, cause);
    }
  }

  /**
   * Makes the call through the Fetch API's interface, for libraries that implement their own protocol and accept a
   * fetch function. A redirect is returned as it is and not followed.
   *
   * @throws OutboundFailure
   */
  async exchange(url: string, options: OutboundExchange): Promise<Response> {
    const { status, headers, text } = await this.send(url, options);
    // Some statuses must not have a body at all, not even an empty one.
    return new Response(text === '' ? null : text, { status, headers });
  }

  private async send(
    url: string,
    { method, headers, body, signal }: OutboundExchange,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await send(url, {
        method: method as Dispatcher.HttpMethod, // libraries name theirs as plain text
        dispatcher: this.agent,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        headers: { 'user-agent': 'Sluice', ...headers },
        ...(body === undefined || body === null ? {} : { body }),
      });
      const text = await readBounded(answer.body);
      return { status: answer.statusCode, headers: toHeaders(answer.headers), text };
    } catch (cause) {
      throw failure(url, cause);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

/** The cause may carry the address with its query, so only its kind goes into the message. */
function failure(url: string, cause: unknown): OutboundFailure {
  return new OutboundFailure(`${new URL(url).origin} could not be asked (${(cause as Error).name})`, { cause });
}

function toHeaders(fields: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
