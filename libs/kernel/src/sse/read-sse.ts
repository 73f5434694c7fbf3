import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../errors/app-error';

/** One event of a stream, as the "Server-sent events" chapter of the HTML standard defines it (read 2026-08). */
export interface SseEvent {
  /** The event's type; empty when the stream names none. */
  readonly event: string;
  /** The data lines joined by line feeds. */
  readonly data: string;
  readonly id: string;
  /** False for a last event whose closing blank line never came: the stream may have been cut inside it. */
  readonly isComplete: boolean;
}

interface SseLimits {
  /** Longest line in characters. Generated images come as one line, hence the generous default. */
  readonly lineMax: number;
  /** Longest data of one event in characters. */
  readonly eventMax: number;
}

export const defaultSseLimits: SseLimits = { lineMax: 64 * 1024 * 1024, eventMax: 64 * 1024 * 1024 };

/**
 * Turns bytes into events as they arrive. Chunks may end anywhere, also inside a character or between CR and LF.
 * Only the new chunk is searched for line ends, so a long line in many chunks stays linear.
 */
export class SseParser {
  private readonly decoder = new StringDecoder('utf8');
  private pieces: string[] = [];
  private piecesLength = 0;
  private isStart = true;
  private skipsLineFeed = false;
  private event = '';
  private id = '';
  private data: string[] = [];
  private dataLength = 0;

  constructor(private readonly limits: SseLimits = defaultSseLimits) {}

  /** The events that these bytes complete. Throws SSE_TOO_LONG. */
  push(bytes: Uint8Array): SseEvent[] {
    return this.read(this.decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  }

  /** What is left when the stream ends: at most one event, marked as not complete. Many providers omit the last blank line. */
  end(): SseEvent[] {
    const events = this.read(this.decoder.end());
    if (this.piecesLength > 0) this.readLine(this.takeLine(''));
    const last = this.takeEvent(false);
    return last === null ? events : [...events, last];
  }

  private read(decoded: string): SseEvent[] {
    let text = decoded;
    if (text === '') return [];
    if (this.isStart) {
      this.isStart = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (this.skipsLineFeed && text.startsWith('\n')) text = text.slice(1);
    this.skipsLineFeed = decoded.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    const events: SseEvent[] = [];
    let start = 0;
    for (let stop = text.indexOf('\n'); stop !== -1; stop = text.indexOf('\n', start)) {
      const line = this.takeLine(text.slice(start, stop));
      start = stop + 1;
      const event = line === '' ? this.takeEvent(true) : this.readLine(line);
      if (event !== null) events.push(event);
    }
    this.keep(text.slice(start));
    return events;
  }

  private keep(piece: string): void {
    if (piece === '') return;
    this.piecesLength += piece.length;
    if (this.piecesLength > this.limits.lineMax) this.refuse(this.limits.lineMax);
    this.pieces.push(piece);
  }

  private takeLine(end: string): string {
    if (this.piecesLength + end.length > this.limits.lineMax) this.refuse(this.limits.lineMax);
    if (this.piecesLength === 0) return end;
    const line = this.pieces.join('') + end;
    this.pieces = [];
    this.piecesLength = 0;
    return line;
  }

  /** Never completes an event; typed so that the loop above reads as one expression. */
  private readLine(line: string): null {
    const colon = line.indexOf(':');
    if (colon === 0) return null; // a comment, used by providers to keep the connection open
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
    if (field === 'data') {
      this.dataLength += value.length + 1;
      if (this.dataLength > this.limits.eventMax + 1) this.refuse(this.limits.eventMax);
      this.data.push(value);
    } else if (field === 'event') this.event = value;
    else if (field === 'id') this.id = value;
    return null;
  }

  private takeEvent(isComplete: boolean): SseEvent | null {
    const { event, data } = this;
    this.event = '';
    if (data.length === 0) return null; // the standard drops an event without data
    this.data = [];
    this.dataLength = 0;
    return { event, data: data.length === 1 ? data[0]! : data.join('\n'), id: this.id, isComplete };
  }

  private refuse(limit: number): never {
    throw new AppError('SSE_TOO_LONG', { params: { limit } });
  }
}
