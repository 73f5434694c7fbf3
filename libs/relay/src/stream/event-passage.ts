import { eventPayloads, EventWindow } from './event-window';
import { LongEvent } from './long-event';

const EMPTY = Buffer.alloc(0);
const BORDER = Buffer.from('\n\n');

/** An event that grows beyond this size is passed on as it arrives, instead of waiting until it is whole. */
const WAITING_BYTES_MAX = 1024 * 1024;

/**
 * Inspects whole events.
 *
 * @returns the bytes to show in their place
 */
type Inspect = (events: Buffer) => Buffer;

/**
 * Passes events on to the caller: whole ones at once, unfinished ones when they are whole, so that an answer that
 * breaks off ends between two events. Only an event that is longer than any text passes in pieces, and is inspected
 * afterwards.
 */
export class EventPassage {
  private readonly window = new EventWindow();
  private long: LongEvent | null = null;

  constructor(private readonly inspect: Inspect) {}

  /**
   * @returns the bytes to pass on now; may be empty
   * @throws AppError SSE_TOO_LONG
   */
  take(chunk: Buffer): Buffer {
    if (this.long !== null) return this.takeLong(this.long, chunk);
    const events = this.window.take(chunk);
    const shown = events.length === 0 ? events : this.inspect(events);
    return this.window.waitingBytes > WAITING_BYTES_MAX ? joined(shown, this.openLong()) : shown;
  }

  /**
   * Ends the passage when the upstream has closed.
   *
   * @returns a last event whose border is missing; half an event is dropped, because it is of no use
   */
  end(): Buffer {
    if (this.long !== null) {
      this.inspect(this.long.condensed());
      return EMPTY;
    }
    const rest = this.window.rest();
    if (rest.length === 0) return rest;
    return isWhole(rest) ? this.inspect(Buffer.concat([rest, BORDER])) : EMPTY;
  }

  /** The bytes that must precede an event of the gateway: none, except inside an event that has passed in part. */
  get border(): string {
    return this.long === null ? '' : BORDER.toString();
  }

  private openLong(): Buffer {
    const begin = this.window.rest();
    this.long = new LongEvent(begin);
    return begin;
  }

  private takeLong(long: LongEvent, chunk: Buffer): Buffer {
    const end = long.take(chunk);
    if (end === 0) return chunk;
    this.long = null;
    this.inspect(long.condensed()); // its bytes have been sent already, so what inspection would show is ignored
    return end === chunk.length ? chunk : joined(chunk.subarray(0, end), this.take(chunk.subarray(end)));
  }
}

function joined(first: Buffer, second: Buffer): Buffer {
  if (first.length === 0) return second;
  return second.length === 0 ? first : Buffer.concat([first, second]);
}

/** Whether the data of an event is complete. */
function isWhole(event: Buffer): boolean {
  return eventPayloads(event).every(data => {
    if (!/^[{[]/.test(data) || data === '[DONE]') return true;
    try {
      JSON.parse(data);
      return true;
    } catch {
      return false; // the stream was cut inside it
    }
  });
}
