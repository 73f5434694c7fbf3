import fc from 'fast-check';
import { WordAutomaton } from './automaton';

/** The ends of words, with the length of the longest word at each end. */
function hitsOf(words: readonly string[], text: string): readonly (readonly [number, number])[] {
  const automaton = new WordAutomaton(words);
  const hits: [number, number][] = [];
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    state = automaton.step(state, text.charCodeAt(at));
    if (automaton.hitLength(state) > 0) hits.push([at + 1, automaton.hitLength(state)]);
  }
  return hits;
}

function naiveHits(words: readonly string[], text: string): readonly (readonly [number, number])[] {
  return Array.from(text, (_unit, at): [number, number] => {
    const before = text.slice(0, at + 1);
    return [at + 1, Math.max(0, ...words.filter(word => before.endsWith(word)).map(word => word.length))];
  }).filter(([, length]) => length > 0);
}

describe('the automaton', () => {
  it('finds words inside each other and overlapping words', () => {
    expect(hitsOf(['he', 'she', 'hers', 'his'], 'ushers')).toEqual([
      [4, 3],
      [6, 4],
    ]);
  });

  it('finds the same as a naive search', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), text, (words, searched) => {
        expect(hitsOf(words, searched)).toEqual(naiveHits(words, searched));
      }),
    );
  });

  it('finds nothing without words', () => {
    expect(hitsOf([], 'anything')).toEqual([]);
  });

  it('stays linear where a naive search is not', () => {
    const words = Array.from({ length: 500 }, (_, at) => `${'a'.repeat(at + 1)}b`);
    const automaton = new WordAutomaton(words);
    const startedAt = performance.now();
    let state = 0;
    for (let at = 0; at < 2_000_000; at++) state = automaton.step(state, 97);
    expect(automaton.depth(state)).toBe(500);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
