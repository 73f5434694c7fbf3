import { AppError } from '@kernel';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, upstreamLookup, type Config } from '@platform';
import { Agent, request as send } from 'undici';

const CONNECT_MS = 5000;
/** The whole exchange. */
const TIMEOUT_MS = 30_000;
/** Several times what the lists have. */
const LIST_BYTES_MAX = 32 * 1024 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 2;

/**
 * Reads public price lists. Administrators set their addresses, which may be private; link-local ones and those of
 * metadata services are refused as for channels. Thirty seconds for the whole exchange, no redirects, at most 32 MiB.
 */
@Injectable()
export class PriceListClient implements OnApplicationShutdown {
  private agent: Agent | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'allowLinkLocalUpstreams'>) {}

  /** @throws AppError PRICE_LIST_AWAY naming the origin, never the whole address */
  async read(address: string): Promise<string> {
    const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (!isAddress) throw new AppError('PRICE_LIST_SOURCE');
    try {
      const answer = await send(address, {
        dispatcher: this.agentFor(address),
        headers: { 'user-agent': 'Sluice', accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
      return await textOf(answer.body);
    } catch (cause) {
      throw new AppError('PRICE_LIST_AWAY', { cause, params: { origin: new URL(address).origin } });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent?.destroy();
  }

  private agentFor(address: string): Agent {
    const lookup = upstreamLookup(address, this.config.allowLinkLocalUpstreams);
    return (this.agent ??= new Agent({
      connections: CONNECTIONS_PER_ORIGIN_MAX,
      connect: { timeout: CONNECT_MS, ...lookup },
    }));
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > LIST_BYTES_MAX) throw new Error('the list is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
