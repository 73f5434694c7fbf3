import { type LookupFunction } from 'node:net';
import { buildConnector, type Agent } from 'undici';
import { openTunnel } from './proxy-tunnel';
import { UpstreamPools } from './upstream-pools';

/** A pool that carried nothing for so long is closed, unless a call still uses it. */
const UNUSED_MS = 300_000;
/** How often unused pools are looked for. */
const SWEEP_MS = 60_000;
/** The most proxies with a pool; the one that was used longest ago is closed first. */
const PROXIES_MAX = 1000;

interface KnownPools {
  readonly pools: UpstreamPools;
  usedAtMs: number;
}

interface ProxyOptions {
  readonly connectMs: number;
  /** The lookup for an address, which refuses forbidden ones. @throws Error */
  readonly lookupFor: (url: string) => { readonly lookup?: LookupFunction };
}

/** The connections that go through proxies: pools of their own for each proxy, so that no call takes another's way. */
export class ProxiedPools {
  private readonly known = new Map<string, KnownPools>();
  private sweep: NodeJS.Timeout | null = null;

  constructor(
    private readonly agent: Agent.Options,
    private readonly options: ProxyOptions,
  ) {}

  of(proxy: string): UpstreamPools {
    const known = this.known.get(proxy);
    if (known) {
      known.usedAtMs = Date.now();
      return known.pools;
    }
    if (this.known.size >= PROXIES_MAX) this.drop(this.leastRecent());
    const pools = new UpstreamPools({ ...this.agent, connect: this.connector(proxy) });
    this.known.set(proxy, { pools, usedAtMs: Date.now() });
    this.sweep ??= setInterval(() => this.dropUnused(), SWEEP_MS).unref();
    return pools;
  }

  /** How many proxies have pools. */
  get size(): number {
    return this.known.size;
  }

  /** Closes pools that were not used for a while; calls that still run in them end undisturbed. */
  dropUnused(nowMs = Date.now()): void {
    for (const [proxy, { usedAtMs }] of this.known) if (nowMs - usedAtMs >= UNUSED_MS) this.drop(proxy);
    if (this.known.size > 0 || this.sweep === null) return;
    clearInterval(this.sweep);
    this.sweep = null;
  }

  async destroy(): Promise<void> {
    if (this.sweep !== null) clearInterval(this.sweep);
    const all = [...this.known.values()];
    this.known.clear();
    await Promise.all(all.map(({ pools }) => pools.destroy()));
  }

  private drop(proxy: string): void {
    const known = this.known.get(proxy);
    this.known.delete(proxy);
    known?.pools.close();
  }

  private leastRecent(): string {
    const [oldest] = [...this.known].sort(([, left], [, right]) => left.usedAtMs - right.usedAtMs);
    return oldest?.[0] ?? '';
  }

  /** A connection through the proxy, with the encryption of the upstream inside it. */
  private connector(proxy: string): buildConnector.connector {
    const { connectMs, lookupFor } = this.options;
    const encrypt = buildConnector({ timeout: connectMs, noDelay: true });
    return (options, callback) => {
      const { protocol, hostname: host, port } = options;
      const isSecure = protocol === 'https:';
      const open = async () => {
        lookupFor(`${protocol}//${host}`);
        const { lookup } = lookupFor(proxy.replace(/^socks5h?:/i, 'http:'));
        return openTunnel({ proxy, host, port: Number(port || (isSecure ? 443 : 80)), timeoutMs: connectMs, lookup });
      };
      open().then(
        socket => (isSecure ? encrypt({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
        (error: unknown) => callback(error as Error, null),
      );
    };
  }
}
