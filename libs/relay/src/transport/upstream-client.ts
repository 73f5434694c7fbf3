import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, upstreamLookup, type Config } from '@platform';
import { type UpstreamRequest } from '@providers';
import { CoarseTimers } from '@kernel';
import { buildConnector } from 'undici';
import { NO_BEGIN_LIMITS, type BeginLimits, type Exchange } from './exchange';
import { HttpExchange } from './http-exchange';
import { SocketExchange } from './socket-exchange';
import { ProxiedPools } from './proxied-pools';
import { socketAgent } from './tunnel-agent';
import { toFault } from './upstream-fault';
import { UpstreamPools } from './upstream-pools';

/** The most sockets per upstream origin; a stream occupies one for its whole duration. */
const CONNECTIONS_PER_ORIGIN_MAX = 4096;
const KEEP_ALIVE_MS = 30_000;
/** How late the limits of an exchange may be beyond their looks. */
const LIMIT_RESOLUTION_MS = 250;

interface OpenOptions {
  /** Milliseconds for the whole exchange; the configured time when absent. */
  readonly totalMs?: number;
  /** Whether `answer` of an answer in JSON resolves only when all of it is here. */
  readonly gathersJson?: boolean;
  /** Limits on how long the answer may take to begin; none when absent. */
  readonly begin?: BeginLimits;
  /** The proxy of the channel; empty or absent for none. */
  readonly proxy?: string;
}

/**
 * The only place that opens an upstream socket. It follows no redirects, and sends no credentials but those of the
 * request itself.
 */
@Injectable()
export class UpstreamClient implements OnApplicationShutdown {
  private readonly pools: UpstreamPools;
  private readonly proxied: ProxiedPools;
  private readonly timers = new CoarseTimers(LIMIT_RESOLUTION_MS);
  private connect: buildConnector.connector | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const agent = {
      connections: CONNECTIONS_PER_ORIGIN_MAX,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // An exchange has these limits itself; undici's own would be two further timers for each.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.pools = new UpstreamPools({ ...agent, connect: this.connector(config) });
    this.proxied = new ProxiedPools(agent, {
      connectMs: config.upstreamConnectTimeoutMs,
      lookupFor: url => upstreamLookup(url, config.allowLinkLocalUpstreams),
    });
  }

  /** The address is checked for new connections only, so that a call over an open one costs nothing more. */
  private connector({ upstreamConnectTimeoutMs: timeout, allowLinkLocalUpstreams }: Config): buildConnector.connector {
    return (options, callback) => {
      try {
        const { lookup } = upstreamLookup(`${options.protocol}//${options.hostname}`, allowLinkLocalUpstreams);
        this.connect ??= buildConnector({ timeout, noDelay: true, ...(lookup && { lookup }) });
        this.connect(options, callback);
      } catch (error) {
        callback(error as Error, null);
      }
    };
  }

  /** Sends the request; `answer` resolves with the headers and rejects with an UpstreamFault. */
  open(request: UpstreamRequest, options: OpenOptions = {}): Exchange {
    const {
      totalMs = this.config.requestTimeoutMs,
      gathersJson = false,
      begin = NO_BEGIN_LIMITS,
      proxy = '',
    } = options;
    if (request.method === 'WEBSOCKET') return this.openSocket(request, { totalMs, begin }, proxy);
    const pools = proxy === '' ? this.pools : this.proxied.of(proxy);
    const { origin, path } = pools.addressOf(request.url);
    const { upstreamFirstByteTimeoutMs: headersMs, streamIdleTimeoutMs: silenceMs } = this.config;
    const exchange = new HttpExchange({ timers: this.timers, totalMs, headersMs, silenceMs, gathersJson, begin });
    const { method, headers, body } = request;
    pools.of(origin).dispatch({ origin, path, method, headers: headers as Record<string, string>, body }, exchange);
    return exchange;
  }

  private openSocket(
    request: UpstreamRequest,
    limits: { readonly totalMs: number; readonly begin: BeginLimits },
    proxy: string,
  ): Exchange {
    const { upstreamConnectTimeoutMs, streamIdleTimeoutMs, allowLinkLocalUpstreams } = this.config;
    try {
      return new SocketExchange(request, {
        ...upstreamLookup(request.url, allowLinkLocalUpstreams),
        ...socketAgent(request.url, proxy, this.config),
        connectMs: upstreamConnectTimeoutMs,
        idleMs: streamIdleTimeoutMs,
        ...limits,
      });
    } catch (error) {
      return { answer: Promise.reject(toFault(error, false)), abort: () => undefined, contentBegan: () => undefined };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pools.destroy(), this.proxied.destroy()]);
  }
}
