import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CallerError } from '../dialect/caller-error';
import { dialects, type Dialect } from '../dialect/dialect';

/** Headers of every answer on a relay route: any origin may call, none with cookies. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'x-content-type-options': 'nosniff',
} as const;

/** Whether the connection stays open is said by Node, which knows: to HTTP/1.0 and while draining it does not. */
const STREAM_HEADERS = {
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** The caller's side of a relay call: knows whether anything was sent and whether anybody still listens. */
export class ClientConnection {
  private goneListener: (() => void) | null = null;
  private drainListener: (() => void) | null = null;
  private extraHeaders: Record<string, string> = {};
  private dialect: Dialect = dialects.openai;
  private isArrayStream = false;

  /** @param stallLimitMs a reader that takes nothing for so long, although something waits for it, counts as gone */
  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly requestId: string,
    private readonly stallLimitMs: number,
  ) {
    response.on('close', () => {
      if (!response.writableFinished) this.goneListener?.();
    });
    response.on('drain', () => {
      response.socket?.setTimeout(0);
      this.drainListener?.();
    });
    if (!response.socket) this.watchSocketOf(request);
    response.on('error', () => undefined); // a broken socket shows itself as a close
    request.on('error', () => undefined);
  }

  /** From here on the caller is spoken to in its own format. */
  speak(dialect: Dialect, { isArrayStream = false }: { readonly isArrayStream?: boolean } = {}): void {
    this.dialect = dialect;
    this.isArrayStream = isArrayStream;
  }

  /** The caller left, or its connection broke, before the answer was complete. */
  get isGone(): boolean {
    return this.response.destroyed && !this.response.writableFinished;
  }

  /** The status line has gone out, perhaps with heartbeats only: errors must now travel inside the stream. */
  get isOpen(): boolean {
    return this.response.headersSent;
  }

  /** Replaces the listener that hears of the caller's leaving. */
  onGone(listener: (() => void) | null): void {
    this.goneListener = listener;
    if (listener && this.isGone) listener();
  }

  /** Replaces the listener that hears that a slow reader has caught up. */
  onDrain(listener: (() => void) | null): void {
    this.drainListener = listener;
  }

  /** Adds a header to the answer, whatever it will be. */
  addHeader(name: string, value: string): void {
    this.extraHeaders[name] = value;
  }

  /**
   * A pipelined request waits for the answers before its own; until it has the connection, Node does not tell it that
   * the connection is gone.
   */
  private watchSocketOf({ socket }: IncomingMessage): void {
    const leave = () => {
      this.response.destroy();
      this.goneListener?.();
    };
    socket.once('close', leave);
    this.response.once('socket', () => socket.off('close', leave));
  }

  /** Node ends a connection on which nothing moves for so long; what moves, however slowly, may go on. */
  private limitStall(): void {
    if (this.response.writableLength > 0) this.response.socket?.setTimeout(this.stallLimitMs);
  }

  /** A whole answer at once. */
  send(status: number, contentType: string, body: Buffer | string): void {
    if (this.response.destroyed || this.response.headersSent) return;
    this.response.writeHead(status, {
      ...COMMON_HEADERS,
      ...this.extraHeaders,
      'x-request-id': this.requestId,
      'x-oneapi-request-id': this.requestId,
      'request-id': this.requestId,
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
    });
    this.response.end(body);
    this.limitStall();
  }

  /** An error instead of an answer: with its status, or inside the stream when heartbeats have opened it. */
  refuse(error: CallerError): void {
    if (this.isOpen) return this.end(this.errorInside(error));
    if (error.retryAfterSeconds !== null) this.addHeader('retry-after', String(error.retryAfterSeconds));
    if (error.isFinal) this.addHeader('x-should-retry', 'false');
    this.send(error.status, 'application/json', this.dialect.errorBody(error, this.requestId));
  }

  /** Of an array, nothing but blanks can have gone out when this is asked. */
  private errorInside(error: CallerError): string {
    if (this.isArrayStream) return `[${this.dialect.errorBody(error, this.requestId)}]`;
    return this.dialect.errorEvent(error, this.requestId);
  }

  /** Opens the stream, of events unless it is said otherwise; harmless when it is open. */
  openStream(contentType?: string): void {
    if (this.response.destroyed || this.response.headersSent) return;
    this.response.writeHead(200, {
      ...COMMON_HEADERS,
      ...this.extraHeaders,
      'x-request-id': this.requestId,
      'x-oneapi-request-id': this.requestId,
      'request-id': this.requestId,
      'content-type': contentType ?? (this.isArrayStream ? 'application/json; charset=utf-8' : EVENT_STREAM),
      ...STREAM_HEADERS,
    });
  }

  /** @returns false when the reader is slow: wait for the drain before writing more */
  write(bytes: Buffer | string): boolean {
    const isFlowing = this.response.write(bytes);
    if (!isFlowing) this.limitStall();
    return isFlowing;
  }

  /** A sign of life, so that nobody between us closes a silent connection. */
  heartbeat(): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    this.openStream();
    this.response.write(this.isArrayStream ? '\n' : this.dialect.heartbeat);
  }

  end(bytes?: string): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (bytes === undefined) this.response.end();
    else this.response.end(bytes);
    this.limitStall();
  }

  /** What has gone out is not whole, and only a broken connection can say so. */
  cut(): void {
    this.response.destroy();
  }

  /** The server must stop now: the caller gets the reason, and whoever delivers sees the connection gone. */
  cutOff(error: CallerError): void {
    const listener = this.goneListener;
    this.refuse(error);
    listener?.();
  }
}
