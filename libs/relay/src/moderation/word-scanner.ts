import { foldText, joinsBackwards } from './fold-text';
import { type WordList } from './word-list';

/** The position of a word, as offsets in UTF-16 units from the beginning of everything that was pushed. */
export interface Hit {
  readonly from: number;
  readonly to: number;
}

export interface ScannerSettings {
  /** Whether the text is JSON, where a character may be written as an escape. */
  readonly isJson: boolean;
}

interface Character {
  readonly text: string;
  /** The offset after the character, in the piece. */
  readonly to: number;
}

const BACKSLASH = 92;
const ESCAPE_LENGTH = 6;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * Searches a text that arrives in pieces. The words that it finds, and their positions, do not depend on where the
 * pieces end.
 */
export class WordScanner {
  private state = 0;
  /** Number of folded units so far. */
  private count = 0;
  /** The offset in the text at which each of the last units began; as many as the longest word has. */
  private readonly beginnings: Float64Array;
  /** The undecided end of the text: half a character, or one that may join with the next. */
  private rest = '';
  /** The offset of `rest` in the text. */
  private offset = 0;
  private hits: Hit[] = [];

  constructor(
    private readonly words: WordList,
    private readonly settings: ScannerSettings,
  ) {
    this.beginnings = new Float64Array(Math.max(1, words.automaton.longest));
  }

  /** The offset before which no text can become part of a word any more. */
  get decided(): number {
    const depth = this.words.automaton.depth(this.state);
    return depth === 0 ? this.offset : this.beginningOf(depth);
  }

  /** @returns the words that end in this piece, in the order of their ends; at each end the longest */
  push(piece: string): readonly Hit[] {
    return this.scan(this.rest + piece, false);
  }

  /** Searches the undecided end as it is; more text may still come. */
  flush(): readonly Hit[] {
    return this.rest === '' ? [] : this.scan(this.rest, true);
  }

  private scan(text: string, isWhole: boolean): readonly Hit[] {
    this.hits = [];
    let at = 0;
    while (at < text.length) {
      const to = this.segmentAt(text, at, isWhole);
      if (to === null) break;
      at = to;
    }
    this.rest = text.slice(at);
    this.offset += at;
    return this.hits;
  }

  /**
   * Takes one character and those that join with it.
   *
   * @returns the offset after them, or null when it is not decided
   */
  private segmentAt(text: string, at: number, isWhole: boolean): number | null {
    const first = this.characterAt(text, at, isWhole);
    if (first === null) return null;
    let { text: segment, to } = first;
    while (this.words.hasComposed) {
      const next = to < text.length ? this.characterAt(text, to, isWhole) : null;
      if (next === null && !isWhole) return null;
      if (next === null || !joinsBackwards(next.text)) break;
      segment += next.text;
      to = next.to;
    }
    this.take(segment, this.offset + at, this.offset + to);
    return to;
  }

  private characterAt(text: string, at: number, isWhole: boolean): Character | null {
    const unit = text.charCodeAt(at);
    if (this.settings.isJson && unit === BACKSLASH) return escapeAt(text, at, isWhole);
    const isHigh = unit >= 0xd800 && unit < 0xdc00;
    if (!isHigh) return { text: text.charAt(at), to: at + 1 };
    if (at + 1 === text.length) return isWhole ? { text: text.charAt(at), to: at + 1 } : null;
    const low = text.charCodeAt(at + 1);
    const length = low >= 0xdc00 && low < 0xe000 ? 2 : 1;
    return { text: text.slice(at, at + length), to: at + length };
  }

  private take(segment: string, from: number, to: number): void {
    const { automaton } = this.words;
    const folded = segment.length === 1 && segment < '\u0080' ? segment.toLowerCase() : foldText(segment);
    for (let at = 0; at < folded.length; at++) {
      this.beginnings[this.count++ % this.beginnings.length] = from;
      this.state = automaton.step(this.state, folded.charCodeAt(at));
      const length = automaton.hitLength(this.state);
      if (length > 0) this.hits.push({ from: this.beginningOf(length), to });
    }
  }

  private beginningOf(unitsBack: number): number {
    return this.beginnings[(this.count - unitsBack) % this.beginnings.length] ?? this.offset;
  }
}

/**
 * Reads an escaped character. A backslash that is cut off, or that begins no escape, is read literally once nothing
 * more comes.
 */
function escapeAt(text: string, at: number, isWhole: boolean): Character | null {
  const kind = text.charAt(at + 1);
  if (kind === 'u') {
    const digits = text.slice(at + 2, at + ESCAPE_LENGTH);
    if (/^[\da-f]{4}$/i.test(digits)) {
      return { text: String.fromCharCode(parseInt(digits, 16)), to: at + ESCAPE_LENGTH };
    }
    if (at + ESCAPE_LENGTH > text.length && !isWhole) return null;
  }
  if (kind === '') return isWhole ? { text: '\\', to: at + 1 } : null;
  return { text: SHORT_ESCAPES[kind] ?? kind, to: at + 2 };
}
