import { type Agent, type IncomingMessage } from 'node:http';
import { type LookupFunction } from 'node:net';
import { writeSse } from '@kernel';
import { type UpstreamRequest } from '@providers';
import WebSocket, { type RawData } from 'ws';
import { ReadHeaders } from './answer-headers';
import { type BeginLimits, type Exchange } from './exchange';
import { UpstreamAnswer } from './upstream-answer';
import { UpstreamFault } from './upstream-fault';

const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const REFUSAL_BYTES_MAX = 64 * 1024;

/** The messages are passed on as events. */
const EVENTS = new ReadHeaders({ 'content-type': 'text/event-stream' });

interface SocketLimits {
  /** The lookup of names; absent for the system's own. */
  readonly lookup?: LookupFunction;
  /** Connects through a proxy; absent for a direct connection. */
  readonly agent?: Agent;
  readonly connectMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly begin: BeginLimits;
}

/**
 * An exchange over a WebSocket that looks like any other exchange: the request's body is the first message, and every
 * message that comes back is passed on as one event of an event stream.
 */
export class SocketExchange implements Exchange {
  readonly answer: Promise<UpstreamAnswer>;
  private readonly socket: WebSocket;
  private readonly totalLimit: NodeJS.Timeout;
  private idleLimit: NodeJS.Timeout | undefined;
  private byteLimit: NodeJS.Timeout | undefined;
  private contentLimit: NodeJS.Timeout | undefined;
  private opened: UpstreamAnswer | null = null;
  private reject: (fault: UpstreamFault) => void = () => undefined;

  constructor(
    request: UpstreamRequest,
    private readonly limits: SocketLimits,
  ) {
    this.socket = new WebSocket(request.url, {
      headers: { ...request.headers },
      ...(limits.lookup && { lookup: limits.lookup }),
      ...(limits.agent && { agent: limits.agent }),
      handshakeTimeout: limits.connectMs,
      maxPayload: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.totalLimit = setTimeout(() => this.fail(new UpstreamFault('timeout')), limits.totalMs);
    this.byteLimit = this.lateAfter(limits.begin.firstByteMs);
    this.contentLimit = this.lateAfter(limits.begin.firstContentMs);
    this.answer = new Promise((resolve, reject) => {
      this.reject = reject;
      this.socket.on('open', () => {
        this.opened = new UpstreamAnswer(101, EVENTS, this.control());
        if (request.body) this.socket.send(request.body.toString('utf8'));
        this.watchSilence();
        resolve(this.opened);
      });
      this.socket.on('unexpected-response', (handshake, response) => {
        response.on('close', () => handshake.destroy()); // otherwise the connection would stay half open
        this.refused(response, resolve);
      });
    });
    this.socket.on('message', data => this.receive(data));
    this.socket.on('close', () => this.end(null));
    this.socket.on('error', error =>
      this.end(new UpstreamFault(this.opened ? 'cut' : 'unreachable', { cause: error })),
    );
  }

  abort(): void {
    this.fail(new UpstreamFault('aborted'));
  }

  contentBegan(): void {
    clearTimeout(this.contentLimit);
  }

  private lateAfter(ms: number): NodeJS.Timeout | undefined {
    return ms > 0 ? setTimeout(() => this.fail(new UpstreamFault('late')), ms) : undefined;
  }

  private control() {
    return {
      pause: () => this.socket.pause(),
      resume: () => this.socket.resume(),
      abort: () => this.abort(),
    };
  }

  private receive(data: RawData): void {
    clearTimeout(this.byteLimit);
    this.watchSilence();
    const text = Array.isArray(data)
      ? Buffer.concat(data).toString('utf8')
      : Buffer.from(data as Buffer).toString('utf8');
    this.opened?.receive(Buffer.from(writeSse(text)));
  }

  /** Handles an ordinary HTTP response to the handshake: usually a refused key, with the reason in the body. */
  private refused(response: IncomingMessage, resolve: (answer: UpstreamAnswer) => void): void {
    const answer = new UpstreamAnswer(response.statusCode ?? 502, new ReadHeaders(response.headers), {
      pause: () => response.pause(),
      resume: () => response.resume(),
      abort: () => this.abort(),
    });
    this.opened = answer;
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= REFUSAL_BYTES_MAX) answer.receive(chunk);
    });
    response.on('end', () => this.end(null));
    response.on('error', () => this.end(new UpstreamFault('cut')));
    resolve(answer);
  }

  private watchSilence(): void {
    clearTimeout(this.idleLimit);
    this.idleLimit = setTimeout(() => this.fail(new UpstreamFault('timeout')), this.limits.idleMs);
  }

  private fail(fault: UpstreamFault): void {
    this.end(fault);
    this.socket.terminate();
  }

  private end(fault: UpstreamFault | null): void {
    clearTimeout(this.totalLimit);
    clearTimeout(this.byteLimit);
    clearTimeout(this.contentLimit);
    clearTimeout(this.idleLimit);
    if (this.opened) this.opened.finish(fault);
    else this.reject(fault ?? new UpstreamFault('unreachable'));
  }
}
