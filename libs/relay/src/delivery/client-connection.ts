import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CallerError } from '../dialect/caller-error';
import { dialects, type Dialect } from '../dialect/dialect';

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

/**
 * Bytes up to this length are written as a text of one-byte characters, which is the same bytes on the wire: Node joins
 * a text with what stands before it, and hands it to the system in one piece without allocating anything.
 */
const WRITTEN_AS_TEXT_MAX = 8 * 1024;

function ignore(): void {
  // whoever waits hears of it otherwise
}

/** The caller's side of a relay call: it knows whether anything was sent, and whether the caller is still connected. */
export class ClientConnection {
  private goneListener: (() => void) | null = null;
  private drainListener: (() => void) | null = null;
  /** Whether the response reports when a slow reader has caught up. */
  private isWatchingDrain = false;
  private extraHeaders: Record<string, string> | null = null;
  private dialect: Dialect = dialects.openai;
  private isArrayStream = false;
  /** Whether the stream is sent in chunks of HTTP that are framed here, each in one write; Node would use four. */
  private isFraming = false;

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

  /** Sends a whole response at once. */
  send(status: number, contentType: string, body: Buffer | string): void {
    if (this.response.destroyed || this.response.headersSent) return;
    const headers = this.headers(contentType);
    headers.push('content-length', String(Buffer.byteLength(body)));
    this.response.writeHead(status, headers);
    if (typeof body === 'string' || body.length > WRITTEN_AS_TEXT_MAX) this.response.end(body);
    else this.response.end(body.toString('latin1'), 'latin1');
    this.limitStall();
  }

  /** Sends an error instead of an answer: with its status, or inside the stream when heartbeats have opened it. */
  refuse(error: CallerError): void {
    if (this.isOpen) return this.end(this.errorInside(error));
    if (error.retryAfterSeconds !== null) this.addHeader('retry-after', String(error.retryAfterSeconds));
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
    const { response } = this;
    response.writeHead(200, [...this.headers(contentType ?? ownType), ...STREAM_HEADERS]);
    // The head has announced chunks by now, unless the caller's version of HTTP has none.
    this.isFraming = response.chunkedEncoding;
    response.chunkedEncoding = false;
  }

  /** @returns false when the reader is slow: wait for the drain before writing more */
  write(bytes: Buffer | string): boolean {
    if (bytes.length === 0) return true; // as a chunk it would end the stream
    const isFlowing = this.writeFramed(bytes);
    if (!isFlowing) this.limitStall();
    return isFlowing;
  }

  private writeFramed(bytes: Buffer | string): boolean {
    const { response } = this;
    if (typeof bytes === 'string') return response.write(this.isFraming ? framed(bytes) : bytes);
    if (bytes.length <= WRITTEN_AS_TEXT_MAX) {
      const text = bytes.toString('latin1');
      return response.write(this.isFraming ? `${sizeLine(bytes.length)}${text}${LINE_END}` : text, 'latin1');
    }
    if (!this.isFraming) return response.write(bytes);
    response.write(sizeLine(bytes.length));
    response.write(bytes);
    return response.write(LINE_END);
  }

  /** Sends a heartbeat, so that no proxy in between closes a silent connection. */
  heartbeat(): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    this.openStream();
    this.writeFramed(this.isArrayStream ? '\n' : this.dialect.heartbeat);
  }

  end(text = ''): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    this.response.end(this.isFraming ? `${text === '' ? '' : framed(text)}${LAST_CHUNK}` : text);
    this.limitStall();
  }

  /** Breaks the connection, which is the only way left to show that the response is not complete. */
  cut(): void {
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

const LINE_END = '\r\n';
const LAST_CHUNK = `0${LINE_END}${LINE_END}`;

/** A text as one chunk of HTTP. */
function framed(text: string): string {
  return `${sizeLine(Buffer.byteLength(text))}${text}${LINE_END}`;
}

function sizeLine(length: number): string {
  return `${length.toString(16)}${LINE_END}`;
}
