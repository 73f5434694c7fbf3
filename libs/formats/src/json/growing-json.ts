const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const BRACE = 0x7b;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * A JSON object that comes in pieces, like the arguments of a tool call. Pieces are examined only when `isWhole` is
 * read, and each character is examined only once, however often it is read.
 */
export class GrowingJson {
  private readonly pieces: string[] = [];
  private seenPieces = 0;
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /**
   * `closed`: the brackets are balanced; `whole`: the brackets are balanced and the text is JSON; `broken`: the text
   * can never become one object.
   */
  private state: 'open' | 'closed' | 'whole' | 'broken' = 'open';

  add(piece: string): void {
    if (piece !== '') this.pieces.push(piece);
  }

  /** The text of all pieces so far. */
  get text(): string {
    return this.pieces.join('');
  }

  /** True if the text is a complete object, so that only blanks can follow. */
  get isWhole(): boolean {
    for (; this.seenPieces < this.pieces.length && this.state !== 'broken'; this.seenPieces++) {
      this.see(this.pieces[this.seenPieces] ?? '');
    }
    if (this.state === 'closed') this.state = isJson(this.text) ? 'whole' : 'broken';
    return this.state === 'whole';
  }

  private see(piece: string): void {
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.isInText) this.seeText(code);
      else if (this.depth === 0) this.seeOutside(code);
      else if (code === QUOTE) this.isInText = true;
      else if (OPENING.has(code)) this.depth += 1;
      else if (CLOSING.has(code)) {
        this.depth -= 1;
        if (this.depth === 0) this.state = 'closed';
      }
    }
  }

  private seeText(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) this.isInText = false;
  }

  private seeOutside(code: number): void {
    if (BLANKS.has(code)) return;
    if (this.state === 'open' && code === BRACE) this.depth = 1;
    else this.state = 'broken';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // balanced brackets alone do not make JSON
  }
}
