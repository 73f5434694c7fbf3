import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request as send } from 'undici';

const TIMEOUT_MS = 5000;
const ANSWER_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 16;

/** A call to a service that an administrator or the environment configured. */
export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The service could not be asked, or its answer is no JSON. The message is for the log, never for the caller. */
export class OutboundFailure extends Error {}

/**
 * Asks sign-in providers and the like for JSON. Five seconds for the whole call, at most 1 MiB, no redirects: an answer
 * from elsewhere is not theirs.
 */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ connections: CONNECTIONS_PER_ORIGIN_MAX, connect: { timeout: TIMEOUT_MS } });

  /**
   * @returns the status and the parsed answer, whatever the status is
   * @throws OutboundFailure
   */
  async askJson({
    url,
    method = 'GET',
    headers = {},
    form,
  }: OutboundRequest): Promise<{ status: number; body: unknown }> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await send(url, {
        method,
        dispatcher: this.agent,
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'Sluice',
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(form ? { body: new URLSearchParams({ ...form }).toString() } : {}),
      });
      return { status: answer.statusCode, body: JSON.parse(await readBounded(answer.body)) as unknown };
    } catch (cause) {
      // The cause may carry the address with its query; only its kind goes into the message.
      throw new OutboundFailure(`${new URL(url).origin} could not be asked (${(cause as Error).name})`, { cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
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
