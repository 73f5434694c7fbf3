import { AppError } from '@kernel';
import { firstBorder } from './event-window';

/** The most bytes of one event, which hardly ever has more than one line. */
export const EVENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Matches the beginning of a field that holds base64 or an opaque token of the provider. Such values are neither
 * counted nor read, so the inside of a long one is not kept. Text is never left out, because it may have to be counted.
 */
const OPENS_BYTES =
  /"(?:b64_json|partial_image_b64|result|data|audio|url|image_url|encrypted_content|signature|thoughtSignature)"\s*:\s*"$/;
/** The longest such beginning, blanks included. */
const OPENING_LENGTH = 64;
/** Length of the longest escape of JSON. Where an escape may have been cut, nothing is left out. */
const ESCAPE_LENGTH = 6;
/** A border is at most four bytes long, so three of them may lie in earlier bytes. */
const SEAM_LENGTH = 3;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * An event that is too long to wait for its end: its bytes pass as they arrive, and only the parts that may have to be
 * read are kept. Every byte is searched once.
 */
export class LongEvent {
  private readonly kept: Buffer[] = [];
  private length = 0;
  /** The last bytes received. */
  private tail: Buffer = Buffer.alloc(0);
  /** Whether the next bytes lie inside a field of bytes. */
  private isInBytes = false;

  /** @param begin all bytes of the event so far */
  constructor(begin: Buffer) {
    this.keep(begin);
  }

  /**
   * @returns the position after the end of the event in these bytes; 0 while it continues
   * @throws AppError SSE_TOO_LONG
   */
  take(chunk: Buffer): number {
    const seam = this.tail.subarray(-SEAM_LENGTH);
    const border = firstBorder(Buffer.concat([seam, chunk]));
    const end = Math.max(0, border - seam.length);
    this.keep(end === 0 ? chunk : chunk.subarray(0, end));
    return end;
  }

  /** The event without the inside of its images and audio. */
  condensed(): Buffer {
    return Buffer.concat(this.kept);
  }

  private keep(piece: Buffer): void {
    this.length += piece.length;
    if (this.length > EVENT_BYTES_MAX) throw new AppError('SSE_TOO_LONG', { params: { limit: EVENT_BYTES_MAX } });
    if (this.isNeeded(piece)) this.kept.push(piece);
    this.tail =
      piece.length >= OPENING_LENGTH
        ? piece.subarray(-OPENING_LENGTH)
        : Buffer.concat([this.tail, piece]).subarray(-OPENING_LENGTH);
  }

  private isNeeded(piece: Buffer): boolean {
    const quote = piece.lastIndexOf(QUOTE);
    if (quote === -1) {
      const mayCutEscape = piece.includes(BACKSLASH) || this.tail.subarray(-ESCAPE_LENGTH).includes(BACKSLASH);
      return !this.isInBytes || mayCutEscape;
    }
    const before = piece.subarray(Math.max(0, quote + 1 - OPENING_LENGTH), quote + 1);
    this.isInBytes = OPENS_BYTES.test(this.tail.toString('latin1') + before.toString('latin1'));
    return true;
  }
}
