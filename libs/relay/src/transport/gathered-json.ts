import { type AnswerHeaders } from './answer-headers';
import { type AnswerIntake, type UpstreamAnswer } from './upstream-answer';
import { type UpstreamFault } from './upstream-fault';

/** A body above this size is not gathered: whoever reads it decides whether that much is wanted. */
const GATHERED_BYTES_MAX = 1024 * 1024;

/** Whether a response says that its body is JSON, which nobody reads before all of it is here. */
export function isGatherable(status: number, headers: AnswerHeaders): boolean {
  if (status < 200 || status > 299) return false;
  return isJsonType(headers.first('content-type')) && !(Number(headers.first('content-length')) > GATHERED_BYTES_MAX);
}

export function isJsonType(contentType: string): boolean {
  return /^application\/json\b/i.test(contentType);
}

/** Whether bytes begin as a JSON object or list. */
export function beginsAsJson(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte === 0x7b || byte === 0x5b) return true;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return false;
}

/**
 * Holds the bytes of an answer back until all of them are here, so that whoever waits for the answer waits once and
 * reads it at once. What turns out not to be JSON, or to be long, goes on as it comes.
 */
export class GatheredJson implements AnswerIntake {
  private pieces: Buffer[] | null = [];
  private length = 0;

  /** @param onReady called once, when there is something to read */
  constructor(
    private readonly answer: UpstreamAnswer,
    private readonly onReady: () => void,
  ) {}

  receive(chunk: Buffer): void {
    if (this.pieces === null) return this.answer.receive(chunk);
    if (this.length === 0 && chunk.length > 0 && !beginsAsJson(chunk)) return this.letGo(chunk);
    this.length += chunk.length;
    if (this.length > GATHERED_BYTES_MAX) return this.letGo(chunk);
    this.pieces.push(chunk);
  }

  finish(fault: UpstreamFault | null): void {
    const { pieces, answer } = this;
    if (pieces === null) return answer.finish(fault);
    this.pieces = null;
    if (pieces.length > 0) answer.receive(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
    answer.finish(fault);
    this.onReady();
  }

  private letGo(last: Buffer): void {
    const pieces = this.pieces ?? [];
    this.pieces = null;
    for (const piece of pieces) this.answer.receive(piece);
    this.answer.receive(last);
    this.onReady();
  }
}
