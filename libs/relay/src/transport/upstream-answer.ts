import { type IncomingHttpHeaders } from 'node:http';
import { UpstreamFault } from './upstream-fault';

const EMPTY = Buffer.alloc(0);

/** An upstream that sends a header twice gets the first one believed. Trimmed; empty when there is none. */
export function firstHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return ((Array.isArray(value) ? value[0] : value) ?? '').trim();
}

/** Where the transport puts the bytes of an answer. */
export interface AnswerIntake {
  receive(chunk: Buffer): void;
  finish(fault: UpstreamFault | null): void;
}

/** Who takes the bytes of an answer; `onData` answers false when it must be resumed by {@link UpstreamAnswer.resume}. */
export interface AnswerSink {
  onData(chunk: Buffer): boolean;
  onEnd(): void;
  onFault(fault: UpstreamFault): void;
}

/** What steers the exchange below. */
export interface AnswerControl {
  pause(): void;
  resume(): void;
  abort(): void;
}

/**
 * An answer whose headers have arrived. Bytes wait, paused, until somebody takes them; a slow taker slows the upstream
 * down. One taker only.
 */
export class UpstreamAnswer implements AnswerIntake {
  private sink: AnswerSink | null = null;
  private early: Buffer[] = [];
  private end: { readonly fault: UpstreamFault | null } | null = null;
  private isAborted = false;

  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    private readonly control: AnswerControl,
  ) {}

  get isEventStream(): boolean {
    return /^text\/event-stream\b/i.test(firstHeader(this.headers, 'content-type'));
  }

  /** Length by its header, packed if it is; 0 when it is not told. What is packed unfolds to more. */
  private get announcedBytes(): number {
    return Number(firstHeader(this.headers, 'content-length'));
  }

  /** Hands over everything that came and will come. */
  pipe(sink: AnswerSink): void {
    this.sink = sink;
    const early = this.early;
    this.early = [];
    let isFlowing = true;
    for (const chunk of early) {
      if (this.sink !== sink)
        this.early.push(chunk); // it has had enough: the rest waits for the next taker
      else isFlowing = sink.onData(chunk) && isFlowing;
    }
    if (this.end) this.finish(this.end.fault);
    else if (isFlowing) this.control.resume();
  }

  resume(): void {
    if (!this.end) this.control.resume();
  }

  /** Ends the exchange at once: the upstream sees its connection closed. The sink hears nothing more. */
  abort(): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.sink = null;
    this.early = [];
    if (!this.end) this.control.abort();
  }

  /**
   * Waits for the opening, which stays in front for {@link pipe}.
   *
   * @param isEnough asked with everything that has come so far
   * @returns null when the answer ends without a byte
   * @throws UpstreamFault what broke the answer before the opening was complete
   */
  opening(isEnough: (bytes: Buffer) => boolean): Promise<Buffer | null> {
    return new Promise((resolve, reject) => {
      let opening: Buffer = EMPTY;
      const keepInFront = () => {
        this.sink = null;
        if (opening.length > 0) this.early.unshift(opening);
      };
      this.pipe({
        onData: chunk => {
          opening = opening.length === 0 ? chunk : Buffer.concat([opening, chunk]);
          if (!isEnough(opening)) return true;
          keepInFront();
          resolve(opening);
          return false;
        },
        onEnd: () => {
          keepInFront();
          resolve(opening.length === 0 ? null : opening);
        },
        onFault: reject,
      });
    });
  }

  /**
   * Reads the whole body. One that is announced as too long is not waited for: over a slow line that would take minutes, and
   * the limits of time would blame the connection.
   *
   * @param isLast asked with each piece; after the one it says true to, nothing more is waited for
   * @throws UpstreamFault `tooLarge` beyond the limit, or what broke the answer
   */
  readAll(bytesMax: number, isLast: (chunk: Buffer) => boolean = () => false): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.announcedBytes > bytesMax) {
        this.abort();
        reject(new UpstreamFault('tooLarge'));
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      this.pipe({
        onData: chunk => {
          length += chunk.length;
          chunks.push(chunk);
          const isTooLarge = length > bytesMax;
          if (!isTooLarge && !isLast(chunk)) return true;
          this.abort();
          if (isTooLarge) reject(new UpstreamFault('tooLarge'));
          else resolve(Buffer.concat(chunks));
          return false;
        },
        onEnd: () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
        onFault: reject,
      });
    });
  }

  /** Reads a body of which the beginning is enough; what lies beyond the limit is not fetched. */
  readStart(bytesMax: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      this.pipe({
        onData: chunk => {
          length += chunk.length;
          chunks.push(chunk);
          if (length < bytesMax) return true;
          this.abort();
          resolve(Buffer.concat(chunks).subarray(0, bytesMax));
          return false;
        },
        onEnd: () => resolve(Buffer.concat(chunks)),
        onFault: reject,
      });
    });
  }

  /** From the transport: bytes arrived. */
  receive(chunk: Buffer): void {
    if (this.isAborted) return;
    if (this.sink ? this.sink.onData(chunk) : this.keep(chunk)) return;
    this.control.pause();
  }

  /** From the transport: nothing more will come. */
  finish(fault: UpstreamFault | null): void {
    this.end ??= { fault };
    const { sink } = this;
    if (!sink || this.isAborted || this.early.length > 0) return;
    this.sink = null;
    if (fault) sink.onFault(fault);
    else sink.onEnd();
  }

  private keep(chunk: Buffer): false {
    this.early.push(chunk);
    return false;
  }
}
