import { type IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, upstreamLookup, type Config } from '@platform';
import { type UpstreamRequest } from '@providers';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { openAnswer } from './decode-answer';
import { type AnswerIntake, type UpstreamAnswer } from './upstream-answer';
import { type Exchange } from './exchange';
import { SocketExchange } from './socket-exchange';
import { toFault, UpstreamFault } from './upstream-fault';

/** The most sockets per upstream origin; a stream occupies one for its whole duration. */
const CONNECTIONS_PER_ORIGIN_MAX = 4096;
const KEEP_ALIVE_MS = 30_000;

/**
 * The only place that opens an upstream socket. It follows no redirects, and sends no credentials but those of the
 * request itself.
 */
@Injectable()
export class UpstreamClient implements OnApplicationShutdown {
  private readonly agent: Agent;
  private connect: buildConnector.connector | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.agent = new Agent({
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
  open(request: UpstreamRequest, limits: { readonly totalMs?: number } = {}): Exchange {
    if (request.method === 'WEBSOCKET') return this.openSocket(request, limits);
    const url = new URL(request.url);
    const exchange = new RunningExchange(limits.totalMs ?? this.config.requestTimeoutMs);
    this.agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: request.body,
      },
      exchange,
    );
    return exchange;
  }

  private openSocket(request: UpstreamRequest, limits: { readonly totalMs?: number }): Exchange {
    const { upstreamConnectTimeoutMs, streamIdleTimeoutMs, requestTimeoutMs, allowLinkLocalUpstreams } = this.config;
    try {
      return new SocketExchange(request, {
        ...upstreamLookup(request.url, allowLinkLocalUpstreams),
        connectMs: upstreamConnectTimeoutMs,
        idleMs: streamIdleTimeoutMs,
        totalMs: limits.totalMs ?? requestTimeoutMs,
      });
    } catch (error) {
      return { answer: Promise.reject(toFault(error, false)), abort: () => undefined };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

/**
 * One exchange as undici's dispatcher sees it: it uses callbacks instead of streams, which halves the cost of a chunk.
 */
class RunningExchange implements Dispatcher.DispatchHandler, Exchange {
  readonly answer: Promise<UpstreamAnswer>;
  private resolve!: (answer: UpstreamAnswer) => void;
  private reject!: (fault: UpstreamFault) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private opened: AnswerIntake | null = null;
  private isAborted = false;
  private readonly totalLimit: NodeJS.Timeout;

  constructor(totalMs: number) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.totalLimit = setTimeout(() => this.fail(new UpstreamFault('timeout')), totalMs);
  }

  abort(): void {
    this.fail(new UpstreamFault('aborted'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isAborted) controller.abort(new UpstreamFault('aborted'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return; // an informational response; the real one follows
    const control = {
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: () => this.abort(),
    };
    try {
      const { answer, intake } = openAnswer(status, headers, control);
      this.opened = intake;
      this.resolve(answer);
    } catch (error) {
      this.fail(toFault(error, true));
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.opened?.receive(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.totalLimit);
    this.opened?.finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.end(toFault(error, this.opened !== null));
  }

  private fail(fault: UpstreamFault): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.end(fault);
    this.controller?.abort(fault);
  }

  private end(fault: UpstreamFault): void {
    clearTimeout(this.totalLimit);
    if (this.opened) this.opened.finish(fault);
    else this.reject(fault);
  }
}
