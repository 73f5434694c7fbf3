const OPEN = '<think>';
const CLOSE = '</think>';

/** A piece of text that is known to be reasoning or not. */
interface TextPart {
  readonly type: 'reasoning' | 'text';
  readonly text: string;
}

/**
 * Separates reasoning from a text that begins with `<think>`; tags may be cut anywhere between two pieces. Later tags
 * are text, because a model may well write about them.
 */
export class ThinkTags {
  private state: 'before' | 'inside' | 'after' = 'before';
  private held = '';
  private isHeldBlank = true;
  private trimsNext = false;

  add(piece: string): readonly TextPart[] {
    if (this.state === 'after') return partsOf('text', this.trimmed(piece));
    this.held += piece;
    if (this.state === 'inside') return this.inside();
    // There may be many blanks before the tag, so the held blanks are not examined again with every piece.
    this.isHeldBlank &&= piece.trim() === '';
    if (this.isHeldBlank) return [];
    return this.open() ? this.inside() : this.takeUnless(this.mayOpen());
  }

  /** Ends the text and returns the rest that was held back. */
  end(): readonly TextPart[] {
    const rest = this.held;
    this.held = '';
    return partsOf(this.state === 'inside' ? 'reasoning' : 'text', rest);
  }

  private open(): boolean {
    const start = this.held.trimStart();
    if (!start.startsWith(OPEN)) return false;
    this.held = start.slice(OPEN.length);
    this.state = 'inside';
    this.trimsNext = true;
    return true;
  }

  private mayOpen(): boolean {
    return OPEN.startsWith(this.held.trimStart());
  }

  private takeUnless(isUndecided: boolean): readonly TextPart[] {
    if (isUndecided) return [];
    this.state = 'after';
    const text = this.held;
    this.held = '';
    return partsOf('text', text);
  }

  private inside(): readonly TextPart[] {
    const end = this.held.indexOf(CLOSE);
    if (end !== -1) {
      const reasoning = this.trimmed(this.held.slice(0, end).replace(/\n$/, ''));
      const rest = this.held.slice(end + CLOSE.length);
      this.held = '';
      this.state = 'after';
      this.trimsNext = true;
      return [...partsOf('reasoning', reasoning), ...partsOf('text', this.trimmed(rest))];
    }
    const kept = lengthOfOpening(this.held);
    const text = this.held.slice(0, this.held.length - kept);
    this.held = this.held.slice(this.held.length - kept);
    return partsOf('reasoning', this.trimmed(text));
  }

  /** Removes the line ends next to the tags, which belong to neither side. */
  private trimmed(text: string): string {
    if (!this.trimsNext) return text;
    const rest = text.replace(/^\n+/, '');
    if (rest !== '') this.trimsNext = false;
    return rest;
  }
}

/** The number of characters at the end that may be the beginning of the closing tag, with the line end before it. */
function lengthOfOpening(text: string): number {
  const tag = `\n${CLOSE}`;
  for (let length = Math.min(tag.length, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (tag.startsWith(end) || CLOSE.startsWith(end)) return length;
  }
  return 0;
}

function partsOf(type: TextPart['type'], text: string): readonly TextPart[] {
  return text === '' ? [] : [{ type, text }];
}
