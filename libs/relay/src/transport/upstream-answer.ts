import { type IncomingHttpHeaders } from 'node:http';
import { ReadHeaders, type AnswerHeaders } from './answer-headers';
import { UpstreamFault } from './upstream-fault';

const EMPTY = Buffer.alloc(0);
const NO_HEADERS = new ReadHeaders({});

/** The receiver of a response's bytes from the transport. */
export interface AnswerIntake {
  receive(chunk: Buffer): void;
  finish(fault: UpstreamFault | null): void;
}

/**
 * The reader of a response's bytes; when `onData` returns false, {@link UpstreamAnswer.resume} must be called to
 * continue.
 */
interface AnswerSink {
  onData(chunk: Buffer): boolean;
  onEnd(): void;
  onFault(fault: UpstreamFault): void;
}

/** The controls of the exchange that delivers the bytes. */
export interface AnswerControl {
  pause(): void;
  resume(): void;
  abort(): void;
}

/**
 * A response whose headers have arrived. Its bytes wait, paused, until a reader takes them; a slow reader slows the
 * upstream down. There may be only one reader at a time.
 */
export class UpstreamAnswer implements AnswerIntake {
  private sink: AnswerSink | null = null;
  private early: Buffer[] = [];
  private end: { readonly fault: UpstreamFault | null } | null = null;
  private isAborted = false;
  /** When the headers came, on the clock of performance.now(). */
  readonly arrivedAt = performance.now();
  /** The type of the body in lower case; empty when the header is missing. */
  readonly contentType: string;

  constructor(
    readonly status: number,
    private answerHeaders: AnswerHeaders,
    private readonly control: AnswerControl,
  ) {
    this.contentType = answerHeaders.first('content-type').toLowerCase();
  }

  get headers(): IncomingHttpHeaders {
    return this.answerHeaders.all;
  }

  /** Frees the headers of an answer that runs for long, once they have been looked at. */
  forgetHeaders(): void {
    this.answerHeaders = NO_HEADERS;
  }

  get isEventStream(): boolean {
    return /^text\/event-stream\b/.test(this.contentType);
  }

  /** The whole body, when it has come unbroken, in one piece, and nobody has read it; null otherwise. */
  get whole(): Buffer | null {
    return this.end?.fault === null && this.early.length === 1 ? (this.early[0] ?? null) : null;
  }

  /** The first bytes, while nobody has read them; null before and after. */
  get firstBytes(): Buffer | null {
    return this.early[0] ?? null;
  }

  /** Whether the upstream has said all that it will say. */
  get hasEnded(): boolean {
    return this.end !== null;
  }

  /**
   * Length of the body according to its header; 0 when the header is missing. For a compressed body it is the
   * compressed length.
   */
  private get announcedBytes(): number {
    return Number(this.answerHeaders.first('content-length'));
  }

  /** Passes everything that came and will come to the sink. */
  pipe(sink: AnswerSink): void {
    this.sink = sink;
    const early = this.early;
    this.early = [];
    let isFlowing = true;
    for (const chunk of early) {
      if (this.sink !== sink)
        this.early.push(chunk); // the sink has ended: the rest waits for the next one
      else isFlowing = sink.onData(chunk) && isFlowing;
    }
    if (this.end) this.finish(this.end.fault);
    else if (isFlowing) this.control.resume();
  }

  /** Makes the upstream wait; what is on its way already may still come. */
  pause(): void {
    if (!this.end) this.control.pause();
  }

  resume(): void {
    if (!this.end) this.control.resume();
  }

  /** Ends the exchange at once: the upstream sees its connection closed, and the sink gets no more calls. */
  abort(): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.sink = null;
    this.early = [];
    if (!this.end) this.control.abort();
  }

  /**
   * Waits for the opening of the body, which {@link pipe} will still deliver.
   *
   * @param isEnough called with all bytes so far
   * @returns null when the response ends without a byte
   * @throws UpstreamFault when the response breaks before the opening is complete
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
   * Reads the whole body. A body that is announced as too long is refused at once: over a slow connection it would take
   * minutes, and the failure would then be a timeout.
   *
   * @param isLast called with each piece; when it returns true, reading ends after that piece
   * @throws UpstreamFault `tooLarge` beyond the limit, or the fault that broke the response
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

  /** Reads the beginning of a body; bytes beyond the limit are not fetched. */
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

  /**
   * Shows all bytes and the end to a listener, those that wait at once. It puts itself in front of the two methods that
   * the transport calls, so that responses without a listener cost nothing more.
   */
  watch(listener: AnswerIntake): void {
    for (const chunk of this.early) listener.receive(chunk);
    if (this.end) return listener.finish(this.end.fault);
    const { receive, finish } = UpstreamAnswer.prototype;
    this.receive = chunk => {
      listener.receive(chunk);
      receive.call(this, chunk);
    };
    this.finish = fault => {
      listener.finish(fault);
      finish.call(this, fault);
    };
  }

  /** Called by the transport when bytes arrive. */
  receive(chunk: Buffer): void {
    if (this.isAborted) return;
    if (this.sink ? this.sink.onData(chunk) : this.keep(chunk)) return;
    this.control.pause();
  }

  /** Called by the transport when nothing more will come. */
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
