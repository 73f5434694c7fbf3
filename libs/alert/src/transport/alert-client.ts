import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, upstreamLookup, type Config } from '@platform';
import { Agent, request as send } from 'undici';
import { type WireRequest, type WireResponse } from '../formats/wire';

const CONNECT_MS = 5000;
/** The whole exchange. */
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 2;

/** The receiver could not be reached. The message names its origin, never the whole address. */
export class Unreachable extends Error {}

/**
 * Posts messages to receivers. Administrators set their addresses, which may be private; link-local ones and those of
 * metadata services are refused as for channels. Ten seconds for the whole exchange, no redirects, of an answer at most
 * 64 KiB.
 */
@Injectable()
export class AlertClient implements OnApplicationShutdown {
  private agent: Agent | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'allowLinkLocalUpstreams'>) {}

  /** @throws Unreachable */
  async post({ url, headers, body }: WireRequest): Promise<WireResponse> {
    try {
      const answer = await send(url, {
        method: 'POST',
        dispatcher: this.agentFor(url),
        headers: { 'user-agent': 'Sluice', ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const retryAfter = [answer.headers['retry-after'] ?? ''].flat()[0] ?? '';
      return { status: answer.statusCode, retryAfter, text: await beginningOf(answer.body) };
    } catch (cause) {
      const { code, name } = cause as Error & { readonly code?: string };
      throw new Unreachable(`${new URL(url).origin} could not be reached (${code ?? name})`, { cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent?.destroy();
  }

  /** Every host is looked up by the same rule, so one agent serves all. Throws for a forbidden address in the URL. */
  private agentFor(url: string): Agent {
    const lookup = upstreamLookup(url, this.config.allowLinkLocalUpstreams);
    return (this.agent ??= new Agent({
      connections: CONNECTIONS_PER_ORIGIN_MAX,
      connect: { timeout: CONNECT_MS, ...lookup },
    }));
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part.subarray(0, ANSWER_BYTES_MAX - bytes));
    bytes += part.length;
    if (bytes >= ANSWER_BYTES_MAX) break; // leaving the loop closes the connection
  }
  return Buffer.concat(parts).toString('utf8');
}
