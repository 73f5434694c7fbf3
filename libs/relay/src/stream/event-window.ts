const EMPTY = Buffer.alloc(0);

/**
 * Cuts a byte stream at event borders (an empty line). Almost every chunk of a live stream ends exactly at a border; it
 * is then returned unchanged, without a copy. The window has no limit of its own: its user must check `waitingBytes`.
 */
export class EventWindow {
  /** Pieces of an event whose border has not come yet; they are joined once, not with every piece. */
  private held: Buffer[] = [];
  private waiting = 0;

  /** Length in bytes of an event whose border has not come yet. */
  get waitingBytes(): number {
    return this.waiting;
  }

  /** @returns all bytes up to the last border; what follows waits for the next chunk */
  take(chunk: Buffer): Buffer {
    const border = this.borderIn(chunk);
    if (border === 0) {
      this.hold(chunk);
      return EMPTY;
    }
    const whole = border === chunk.length ? chunk : chunk.subarray(0, border);
    const events = this.waiting === 0 ? whole : Buffer.concat([...this.held, whole]);
    this.held = [];
    this.waiting = 0;
    if (border < chunk.length) this.hold(chunk.subarray(border));
    return events;
  }

  /** Returns what is left when the stream ends: an event whose closing empty line never came. */
  rest(): Buffer {
    const rest = this.held.length === 1 ? (this.held[0] as Buffer) : Buffer.concat(this.held);
    this.held = [];
    this.waiting = 0;
    return rest;
  }

  private hold(piece: Buffer): void {
    if (piece.length === 0) return;
    this.held.push(piece);
    this.waiting += piece.length;
  }

  /**
   * Finds the end of the last border in a chunk. A border may begin in the held bytes, and their last three are enough
   * to see it.
   */
  private borderIn(chunk: Buffer): number {
    if (this.waiting === 0) return lastBorder(chunk);
    const seam = Buffer.concat(this.held.slice(1 - BORDER_BYTES_MAX)).subarray(1 - BORDER_BYTES_MAX);
    return Math.max(0, lastBorder(Buffer.concat([seam, chunk])) - seam.length);
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Length of the longest border: two line ends of two bytes each. */
const BORDER_BYTES_MAX = 4;

/** Whether the bytes hold at least one whole event with data. */
export function holdsEvent(bytes: Buffer): boolean {
  return bytes.subarray(0, lastBorder(bytes)).includes('data:');
}

/** The position after the last empty line; 0 when there is none. */
function lastBorder(bytes: Buffer): number {
  const { length } = bytes;
  if (length >= 2 && bytes[length - 1] === LINE_FEED && bytes[length - 2] === LINE_FEED) return length;
  return Math.max(endOf(bytes, '\n\n'), endOf(bytes, '\r\n\r\n'), endOf(bytes, '\r\r'));
}

function endOf(bytes: Buffer, mark: string): number {
  const at = bytes.lastIndexOf(mark);
  return at === -1 ? 0 : at + mark.length;
}

/** The data of each event in a run of whole events; comments and other fields are left out. */
export function eventPayloads(bytes: Buffer): readonly string[] {
  const payloads: string[] = [];
  for (const block of bytes.toString('utf8').split(/\r\n\r\n|\n\n|\r\r/)) {
    const data = dataOf(block);
    if (data !== '') payloads.push(data);
  }
  return payloads;
}

function dataOf(block: string): string {
  if (block.startsWith('data:') && !block.includes('\n')) return block.slice(5).trim();
  const lines = block.split(/\r\n|\n|\r/).filter(line => line.startsWith('data:'));
  return lines.map(line => line.slice(5).trim()).join('\n');
}

/** Splits a run into its events; joined together they are the same bytes again. */
export function splitEvents(bytes: Buffer): readonly Buffer[] {
  const events: Buffer[] = [];
  const hasReturns = bytes.indexOf(CARRIAGE_RETURN, 0) !== -1;
  // A mark is searched again only when the last one found has been passed, so that every byte is searched once per
  // mark.
  const next = (hasReturns ? BORDERS : BORDERS.slice(0, 1)).map(mark => ({ mark, end: borderAfter(bytes, mark, 0) }));
  let start = 0;
  while (start < bytes.length) {
    let end = bytes.length;
    for (const place of next) {
      if (place.end <= start) place.end = borderAfter(bytes, place.mark, start);
      if (place.end < end) end = place.end;
    }
    events.push(bytes.subarray(start, end));
    start = end;
  }
  return events;
}

/** Borders as bytes, because a text would be encoded again for every search. */
const BORDERS = ['\n\n', '\r\n\r\n', '\r\r'].map(mark => Buffer.from(mark));

/** The position after the first empty line; 0 when there is none. */
export function firstBorder(bytes: Buffer): number {
  const end = Math.min(...BORDERS.map(mark => borderAfter(bytes, mark, 0)));
  return end === Infinity ? 0 : end;
}

function borderAfter(bytes: Buffer, mark: Buffer, from: number): number {
  const at = bytes.indexOf(mark, from);
  return at === -1 ? Infinity : at + mark.length;
}
