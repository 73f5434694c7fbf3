/** Points for how a word matches a text; 0 means that it does not match. */
const WHOLE = 100;
const BEGINS = 80;
const BEGINS_WORD = 60;
const INSIDE = 40;
const SCATTERED = 15;

/** Texts after the first one are further names; a match in them counts for less. */
const BY_NAME_SHARE = 0.6;

/** Shorter words would match scattered letters in nearly every text. */
const SCATTERED_FROM_LETTERS = 3;

/** Longer texts, such as explanations, contain the letters of nearly every word. */
const SCATTERED_TEXT_MAX = 30;

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s/_.,:;()（）、，：-]+/u).filter(word => word !== '');
}

/**
 * True when the letters of the word follow each other in the text, with others between them, starting at the beginning
 * of a word.
 */
function isScatteredIn(word: string, text: string): boolean {
  const letters = Array.from(word);
  return wordsOf(text).some((_start, index, all) => {
    const rest = all.slice(index).join(' ');
    if (!rest.startsWith(letters[0] ?? '')) return false;
    let position = 0;
    for (const letter of letters) {
      position = rest.indexOf(letter, position) + 1;
      if (position === 0) return false;
    }
    return true;
  });
}

function pointsFor(word: string, text: string): number {
  if (text === word) return WHOLE;
  if (text.startsWith(word)) return BEGINS;
  if (wordsOf(text).some(each => each.startsWith(word))) return BEGINS_WORD;
  if (text.includes(word)) return INSIDE;
  if (word.length < SCATTERED_FROM_LETTERS || text.length > SCATTERED_TEXT_MAX) return 0;
  return isScatteredIn(word, text) ? SCATTERED : 0;
}

/**
 * How well a query fits texts: every word of it must be found in one of them. Case does not matter.
 *
 * @param texts the name first, then what it is found by besides
 * @returns 0 when it does not fit; more is better
 */
export function scoreOf(query: string, texts: readonly string[]): number {
  const lower = texts.map(text => text.toLowerCase());
  const whole = query.trim().toLowerCase();
  if (whole === '') return 0;
  if (lower[0] === whole) return WHOLE * 2;
  let sum = 0;
  const words = whole.split(/\s+/u);
  for (const word of words) {
    const points = lower.map((text, index) => pointsFor(word, text) * (index === 0 ? 1 : BY_NAME_SHARE));
    const best = Math.max(0, ...points);
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length;
}
