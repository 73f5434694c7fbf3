import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, upstreamLookup, type Config } from '@platform';
import { type UpstreamRequest } from '@providers';
import { CoarseTimers } from '@kernel';
import { buildConnector } from 'undici';
import { type Exchange } from './exchange';
import { HttpExchange } from './http-exchange';
import { SocketExchange } from './socket-exchange';
import { toFault } from './upstream-fault';
import { UpstreamPools } from './upstream-pools';

/** The most sockets per upstream origin; a stream occupies one for its whole duration. */
const CONNECTIONS_PER_ORIGIN_MAX = 4096;
const KEEP_ALIVE_MS = 30_000;
/** How late the limit of a whole exchange may be. */
const TOTAL_LIMIT_RESOLUTION_MS = 250;

interface OpenOptions {
  /** Milliseconds for the whole exchange; the configured time when absent. */
  readonly totalMs?: number;
  /** Whether `answer` of an answer in JSON resolves only when all of it is here. */
  readonly gathersJson?: boolean;
}

/**
 * The only place that opens an upstream socket. It follows no redirects, and sends no credentials but those of the
 * request itself.
 */
@Injectable()
export class UpstreamClient implements OnApplicationShutdown {
  private readonly pools: UpstreamPools;
  private readonly timers = new CoarseTimers(TOTAL_LIMIT_RESOLUTION_MS);
  private connect: buildConnector.connector | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.pools = new UpstreamPools({
      connections: CONNECTIONS_PER_ORIGIN_MAX,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: this.connector(config),
      headersTimeout: config.upstreamFirstByteTimeoutMs,
      bodyTimeout: config.streamIdleTimeoutMs,
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
  open(request: UpstreamRequest, { totalMs, gathersJson = false }: OpenOptions = {}): Exchange {
    const limits = { timers: this.timers, totalMs: totalMs ?? this.config.requestTimeoutMs, gathersJson };
    if (request.method === 'WEBSOCKET') return this.openSocket(request, limits.totalMs);
    const { origin, path } = this.pools.addressOf(request.url);
    const exchange = new HttpExchange(limits);
    const { method, headers, body } = request;
    this.pools
      .of(origin)
      .dispatch({ origin, path, method, headers: headers as Record<string, string>, body }, exchange);
    return exchange;
  }

  private openSocket(request: UpstreamRequest, totalMs: number): Exchange {
    const { upstreamConnectTimeoutMs, streamIdleTimeoutMs, allowLinkLocalUpstreams } = this.config;
    try {
      return new SocketExchange(request, {
        ...upstreamLookup(request.url, allowLinkLocalUpstreams),
        connectMs: upstreamConnectTimeoutMs,
        idleMs: streamIdleTimeoutMs,
        totalMs,
      });
    } catch (error) {
      return { answer: Promise.reject(toFault(error, false)), abort: () => undefined };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pools.destroy();
  }
}
