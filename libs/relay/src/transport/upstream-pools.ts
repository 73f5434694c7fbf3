import { Agent, Pool } from 'undici';

/** Most addresses that are remembered in parts; the oldest is forgotten first. */
const ADDRESSES_MAX = 5000;

/** An address in the parts that a request needs. */
export interface UpstreamAddress {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/**
 * The connections to the upstreams, one pool for each origin. A pool without a connection left is given up by the agent,
 * and made again when it is asked for.
 */
export class UpstreamPools {
  private readonly agent: Agent;
  private readonly pools = new Map<string, Pool>();
  private readonly addresses = new Map<string, UpstreamAddress>();

  constructor(options: Agent.Options) {
    this.agent = new Agent({ ...options, factory: (origin, settings) => this.open(String(origin), settings) });
  }

  /** The parts of an address; addresses are few, calls are many. */
  addressOf(url: string): UpstreamAddress {
    const known = this.addresses.get(url);
    if (known) return known;
    const { origin, pathname, search } = new URL(url);
    const address = { origin, path: pathname + search };
    if (this.addresses.size >= ADDRESSES_MAX) this.addresses.delete(this.addresses.keys().next().value ?? '');
    this.addresses.set(url, address);
    return address;
  }

  /** What sends requests to an origin: its pool, or the agent, which opens one. */
  of(origin: string): Pool | Agent {
    const pool = this.pools.get(origin);
    return pool && !pool.closed && !pool.destroyed ? pool : this.agent;
  }

  /** Lets running calls end, and opens no further connection. */
  close(): void {
    this.agent.close().catch(() => undefined); // it is closed already, or was destroyed meanwhile
  }

  async destroy(): Promise<void> {
    await this.agent.destroy();
  }

  private open(origin: string, settings: object): Pool {
    for (const [known, pool] of this.pools) if (pool.closed || pool.destroyed) this.pools.delete(known);
    const pool = new Pool(origin, settings);
    this.pools.set(origin, pool);
    return pool;
  }
}
