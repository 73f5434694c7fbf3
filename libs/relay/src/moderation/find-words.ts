import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldText, joinsBackwards } from './fold-text';
import { type WordList } from './word-list';

/** Folded and searched at once; a longer text is cut, so that others get their turn in between. */
const SLICE_LENGTH = 262_144;
/** What is named in the log; more would only be more of the same. */
const WORDS_MAX = 20;
const ESCAPED = /\\u([\da-f]{4})/gi;

/**
 * The words of the list that stand in the texts, folded, each once, at most 20; of words that end together the longest.
 * A text of JSON is also read as what its escapes mean.
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

/** Never cut where folding may unite what stands before with what stands behind. */
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
    // A word over the border of two slices is named by the part in this one; that it was found is what counts.
    if (length > 0 && found.size < WORDS_MAX) found.add(folded.slice(Math.max(0, at + 1 - length), at + 1));
  }
  return current;
}
