import { parseJson } from './read-value';

/** After so many JSON texts in a row that differ elsewhere, no more are compared. */
const MISSES_MAX = 8;
/** Matches what JSON may write in another way; control characters must not stand in it as they are. */
const NOT_PLAIN = /["\\\p{Cc}]/u;

/**
 * Reads a text out of a JSON text that repeats the one before it but for this text. Nearly every event of a stream does,
 * and need not be parsed then: what stands before and behind the text is the same, and so is its meaning.
 */
export class RepeatedJson {
  private before = '';
  private behind = '';
  private misses = 0;

  /** @returns the text; null when the JSON text differs elsewhere, or none is known */
  textIn(json: string): string | null {
    const { before, behind } = this;
    if (before === '' || json.length < before.length + behind.length) return null;
    if (!json.startsWith(before) || !json.endsWith(behind)) return null;
    const literal = json.slice(before.length, json.length - behind.length);
    if (!NOT_PLAIN.test(literal)) return this.found(literal);
    const text = parseJson(`"${literal}"`);
    return typeof text === 'string' ? this.found(text) : null;
  }

  /**
   * Takes a JSON text as the one that is repeated.
   *
   * @param name the only field of this name in it, whose value is a text
   */
  learn(json: string, name: string): void {
    this.before = '';
    if (this.misses > MISSES_MAX) return;
    this.misses += 1;
    const key = json.indexOf(`"${name}":"`);
    if (key === -1 || json.indexOf(`"${name}"`) !== key || json.indexOf(`"${name}"`, key + 1) !== -1) return;
    const start = key + name.length + 4;
    const before = json.slice(0, start);
    const behind = json.slice(endOfText(json, start));
    // An escaped name could be the same name once more.
    if (behind === '' || before.includes('\\') || behind.includes('\\')) return;
    this.before = copyOf(before);
    this.behind = copyOf(behind);
  }

  forget(): void {
    this.before = '';
  }

  private found(text: string): string {
    this.misses = 0;
    return text;
  }
}

/** The position of the quote that ends a text; the length of all when none does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - escapes - 1] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** A part of a string keeps all of it in memory; a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
