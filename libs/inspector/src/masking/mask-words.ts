import { maskOf } from './mask-secrets';

const WORDS_MAX = 200;
const WORD_LENGTH_MAX = 100;
const WORD_LENGTH_MIN = 2;
/** How much of a word a star stands for; a limit, so that no list can make masking slow. */
const STAR_LENGTH_MAX = 64;

/**
 * Reads the operator's list, one word per line: `#` is a digit, `?` a letter or digit, and the first `*` the rest of a
 * word. There are no expressions among them, because nobody could promise that one ends in time.
 */
export function readMaskWords(list: string): readonly RegExp[] {
  return list
    .split('\n')
    .map(line => line.trim().slice(0, WORD_LENGTH_MAX))
    .filter(line => line.replace(/[*?#\s]/g, '').length >= WORD_LENGTH_MIN)
    .slice(0, WORDS_MAX)
    .map(toExpression);
}

export function maskWords(text: string, words: readonly RegExp[]): string {
  return words.reduce((masked, word) => masked.replace(word, maskOf('word')), text);
}

function toExpression(word: string): RegExp {
  let hasStar = false;
  const source = Array.from(word, character => {
    if (character === '#') return '\\d';
    if (character === '?') return '[\\p{L}\\p{N}]';
    if (character !== '*' || hasStar) return character.replace(/[.*+^$()[\]{}|\\/]/g, '\\$&');
    hasStar = true;
    return `[^\\s"\\\\]{0,${STAR_LENGTH_MAX}}`;
  });
  return new RegExp(source.join(''), 'giu');
}
