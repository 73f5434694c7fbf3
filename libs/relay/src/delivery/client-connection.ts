import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CallerError } from '../dialect/caller-error';
import { dialects, type Dialect } from '../dialect/dialect';
import { atEndOfTurn, type TurnListener } from './end-of-turn';

/** Headers of every response on a relay route, as names and values in turn: any origin may call, but without cookies. */
const COMMON_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  '*',
  'x-content-type-options',
  'nosniff',
] as const;

/**
 * These headers do not say whether the connection stays open. Node adds that header itself, because it closes
 * connections of HTTP/1.0 and those of a server that is draining.
 */
const STREAM_HEADERS = ['cache-control', 'no-cache', 'x-accel-buffering', 'no'] as const;

const EVENT_STREAM = 'text/event-stream; charset=utf-8';

function ignore(): void {
  // whoever waits hears of it otherwise
}

/** The caller's side of a relay call: it knows whether anything was sent, and whether the caller is still connected. */
export class ClientConnection implements TurnListener {
  /** Its place among the running calls. */
  place = -1;
  /** Whether what is written waits for the end of this turn of the event loop. */
  private isHeldBack = false;
  /** Whether the response has ended or ends with this turn; nothing may follow. */
  private isEnding = false;
  private goneListener: (() => void) | null = null;
  private drainListener: (() => void) | null = null;
  /** Whether the response reports when a slow reader has caught up. */
  private isWatchingDrain = false;
  protected extraHeaders: Record<string, string> | null = null;
  private dialect: Dialect = dialects.openai;
  private isArrayStream = false;

  /** @param stallLimitMs a reader that takes nothing for this long, although data waits for it, counts as gone */
  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly requestId: string,
    private readonly stallLimitMs: number,
  ) {
    response.on('close', () => {
      if (!response.writableFinished) this.goneListener?.();
    });
    if (!response.socket) this.watchSocketOf(request);
    response.on('error', ignore); // a broken socket is also reported as a close
    if (!request.complete) request.on('error', ignore);
  }

  /** Sets the caller's own format for everything that follows. */
  speak(dialect: Dialect, { isArrayStream = false }: { readonly isArrayStream?: boolean } = {}): void {
    this.dialect = dialect;
    this.isArrayStream = isArrayStream;
  }

  /** Whether the caller left, or its connection broke, before the response was complete. */
  get isGone(): boolean {
    return this.response.destroyed && !this.response.writableFinished;
  }

  /** Whether the status line was sent, perhaps with heartbeats only: errors must then be sent inside the stream. */
  get isOpen(): boolean {
    return this.response.headersSent;
  }

  /** Replaces the listener that is called when the caller leaves. */
  onGone(listener: (() => void) | null): void {
    this.goneListener = listener;
    if (listener && this.isGone) listener();
  }

  /** Replaces the listener that is called when a slow reader has caught up. */
  onDrain(listener: (() => void) | null): void {
    this.drainListener = listener;
    this.watchDrain();
  }

  /** Adds a header to the response, whatever the response will be. */
  addHeader(name: string, value: string): void {
    (this.extraHeaders ??= {})[name] = value;
  }

  /** Tells a fact beside the answer: in a header or, where heartbeats have opened a stream of events, in a comment. */
  addFact(name: string, value: string): void {
    const text = /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value);
    if (!this.isOpen) this.addHeader(name, text);
    else if (!this.isArrayStream && !this.response.destroyed) this.response.write(`: ${name}: ${text}\n\n`);
  }

  /**
   * Watches the socket of a pipelined request. Such a request waits for the responses before its own, and until it has
   * the connection, Node does not report that the connection is gone.
   */
  private watchSocketOf({ socket }: IncomingMessage): void {
    const leave = () => {
      this.response.destroy();
      this.goneListener?.();
    };
    socket.once('close', leave);
    this.response.once('socket', () => socket.off('close', leave));
  }

  /**
   * Makes Node end the connection when no data moves for the stall limit; data that moves, however slowly, keeps it
   * open.
   */
  private limitStall(): void {
    if (this.response.writableLength === 0) return;
    this.watchDrain();
    this.response.socket?.setTimeout(this.stallLimitMs);
  }

  private watchDrain(): void {
    if (this.isWatchingDrain) return;
    this.isWatchingDrain = true;
    this.response.on('drain', () => {
      this.response.socket?.setTimeout(0);
      this.drainListener?.();
    });
  }

  /** The head of a response, as names and values in turn. */
  private headers(contentType: string): string[] {
    const { requestId } = this;
    const ids = ['x-request-id', requestId, 'x-oneapi-request-id', requestId, 'request-id', requestId];
    const headers = [...COMMON_HEADERS, ...ids, 'content-type', contentType];
    for (const name in this.extraHeaders) headers.push(name, this.extraHeaders[name] ?? '');
    return headers;
  }

  /**
   * Keeps what is written until the end of this turn. The other side sleeps between two writes that are further apart than
   * its own work takes, and has to be woken for each; of many writes in a row the first one wakes it.
   */
  private holdBack(): void {
    const { socket } = this.response;
    if (this.isHeldBack || !socket) return; // a pipelined response has no socket before its turn comes
    socket.cork();
    this.isHeldBack = true;
    atEndOfTurn(this);
  }

  turnEnds(): void {
    const isBlocked = this.response.writableNeedDrain;
    this.isHeldBack = false;
    if (this.isEnding) this.response.end();
    else this.response.socket?.uncork();
    if (this.isEnding || isBlocked) this.limitStall();
  }

  /** Writes the last bytes; the response ends now, or with the turn. */
  private endWith(bytes: Buffer | string): void {
    this.isEnding = true;
    if (this.isHeldBack) return void this.response.write(bytes);
    this.response.end(bytes);
    this.limitStall();
  }

  /** Sends a whole response. */
  send(status: number, contentType: string, body: Buffer | string): void {
    if (this.response.destroyed || this.response.headersSent) return;
    const headers = this.headers(contentType);
    headers.push('content-length', String(Buffer.byteLength(body)));
    this.holdBack();
    this.response.writeHead(status, headers);
    this.endWith(body);
  }

  /** Sends an error instead of an answer: with its status, or inside the stream when heartbeats have opened it. */
  refuse(error: CallerError): void {
    if (this.isOpen) return this.end(this.errorInside(error));
    if (error.retryAfterSeconds !== null) this.addHeader('retry-after', String(error.retryAfterSeconds));
    for (const name in error.headers) this.addHeader(name, error.headers[name] ?? '');
    if (error.isFinal) this.addHeader('x-should-retry', 'false');
    this.send(error.status, 'application/json', this.dialect.errorBody(error, this.requestId));
  }

  /** Writes the error for a stream that is open. At this point only blanks can have been sent of an array stream. */
  private errorInside(error: CallerError): string {
    if (this.isArrayStream) return `[${this.dialect.errorBody(error, this.requestId)}]`;
    return this.dialect.errorEvent(error, this.requestId);
  }

  /** Opens the stream, as events unless another type is given; does nothing when it is already open. */
  openStream(contentType?: string): void {
    if (this.response.destroyed || this.response.headersSent) return;
    const ownType = this.isArrayStream ? 'application/json; charset=utf-8' : EVENT_STREAM;
    this.response.writeHead(200, [...this.headers(contentType ?? ownType), ...STREAM_HEADERS]);
  }

  /** @returns false when the reader is slow: wait for the drain before writing more */
  write(bytes: Buffer | string): boolean {
    this.holdBack();
    const isFlowing = this.response.write(bytes);
    if (!isFlowing && !this.isHeldBack) this.limitStall();
    return isFlowing;
  }

  /** Sends a heartbeat, so that no proxy in between closes a silent connection. */
  heartbeat(): void {
    if (this.response.destroyed || this.isEnding) return;
    this.openStream();
    this.response.write(this.isArrayStream ? '\n' : this.dialect.heartbeat);
  }

  end(bytes?: string): void {
    if (this.response.destroyed || this.isEnding) return;
    this.holdBack();
    this.endWith(bytes ?? '');
  }

  /** Breaks the connection, which is the only way left to show that the response is not complete. */
  cut(): void {
    if (this.isHeldBack) this.response.socket?.uncork();
    this.response.destroy();
  }

  /**
   * Ends the call because the server must stop now: the caller gets the reason, and the delivery sees the connection as
   * gone.
   */
  cutOff(error: CallerError): void {
    const listener = this.goneListener;
    this.refuse(error);
    listener?.();
  }
}
