import { WordScanner, type Hit, type ScannerSettings } from './word-scanner';
import { type WordList } from './word-list';

/** The text shown in place of a word. */
const MASK = '**###**';

interface Mask {
  from: number;
  readonly to: number;
  isShown: boolean;
}

/**
 * A text that arrives in pieces, with its words hidden. Any stretch of the decided part is shown once, in order; words
 * that overlap are hidden as one.
 */
export class MaskedText {
  /** The offset after everything that was pushed. */
  length = 0;
  private readonly scanner: WordScanner;
  private readonly masks: Mask[] = [];
  private released = 0;

  constructor(words: WordList, settings: ScannerSettings) {
    this.scanner = new WordScanner(words, settings);
  }

  /** The offset up to which the text may be sent. */
  get decided(): number {
    return Math.max(this.scanner.decided, this.released);
  }

  /** @returns the first word that ends in this piece, or null */
  push(piece: string): Hit | null {
    this.length += piece.length;
    return this.note(this.scanner.push(piece));
  }

  /**
   * Decides everything that was pushed, because the text ends or another event follows. A word that continues in later
   * text may still be found.
   */
  flush(): Hit | null {
    const hit = this.note(this.scanner.flush());
    this.released = this.length;
    return hit;
  }

  /**
   * Returns a stretch with its words hidden; each stretch begins where the one before ended.
   *
   * @param text the text that was pushed between the two offsets
   */
  show(text: string, from: number, to: number): string {
    let shown = '';
    let at = from;
    for (let mask = this.masks[0]; mask && mask.from < to; mask = this.masks[0]) {
      if (mask.from > at) shown += text.slice(at - from, mask.from - from);
      if (!mask.isShown) shown += MASK;
      mask.isShown = true;
      at = Math.max(at, Math.min(mask.to, to));
      if (mask.to > to) return shown;
      this.masks.shift();
    }
    return shown + text.slice(at - from);
  }

  private note(hits: readonly Hit[]): Hit | null {
    for (const hit of hits) this.add(hit);
    return hits[0] ?? null;
  }

  private add({ from, to }: Hit): void {
    const mask: Mask = { from, to, isShown: false };
    for (let last = this.masks.at(-1); last && last.to > mask.from; last = this.masks.at(-1)) {
      mask.from = Math.min(mask.from, last.from);
      mask.isShown ||= last.isShown;
      this.masks.pop();
    }
    this.masks.push(mask);
  }
}
