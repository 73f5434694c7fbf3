import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldText, joinsBackwards } from './fold-text';
import { type WordList } from './word-list';

/**
 * The length that is folded and searched at once; longer texts are cut, so that other requests get their turn in
 * between.
 */
const SLICE_LENGTH = 262_144;
/** The most words that the log names; more would add no information. */
const WORDS_MAX = 20;
const ESCAPED = /\\u([\da-f]{4})/gi;

/**
 * Finds the words of the list in the texts: folded, each once, at most 20; of words that end at the same place, the
 * longest. Texts with JSON escapes are searched a second time with the escapes decoded.
 */
export async function findWords(texts: Iterable<string>, words: WordList): Promise<readonly string[]> {
  const found = new Set<string>();
  if (words.isEmpty) return [];
  let searched = 0;
  for (const text of texts) {
    for (const variant of variantsOf(text)) {
      let state = 0;
      for (const slice of slicesOf(variant)) {
        state = searchSlice(foldText(slice), words, { state, found });
        searched += slice.length;
        if (found.size >= WORDS_MAX) return [...found];
        if (searched < SLICE_LENGTH) continue;
        searched = 0;
        await nextTurn();
      }
    }
  }
  return [...found];
}

function variantsOf(text: string): readonly string[] {
  if (!text.includes('\\u')) return [text];
  return [text, text.replace(ESCAPED, (_escape, digits: string) => String.fromCharCode(parseInt(digits, 16)))];
}

/** Cuts a text into slices, but never where folding may join the characters on both sides. */
function* slicesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + SLICE_LENGTH);
    while (to < text.length && isBound(text.charCodeAt(to), text.charAt(to))) to++;
    yield text.slice(from, to);
    from = to;
  }
}

function isBound(unit: number, character: string): boolean {
  return (unit >= 0xdc00 && unit < 0xe000) || joinsBackwards(character);
}

function searchSlice(
  folded: string,
  { automaton }: WordList,
  { state, found }: { readonly state: number; readonly found: Set<string> },
): number {
  let current = state;
  for (let at = 0; at < folded.length; at++) {
    current = automaton.step(current, folded.charCodeAt(at));
    const length = automaton.hitLength(current);
    // A word that crosses the border of two slices is named by its part in this one; it matters only that it was found.
    if (length > 0 && found.size < WORDS_MAX) found.add(folded.slice(Math.max(0, at + 1 - length), at + 1));
  }
  return current;
}
