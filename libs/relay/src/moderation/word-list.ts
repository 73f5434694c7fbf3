import { splitLines } from '@contracts';
import { WordAutomaton } from './automaton';
import { foldText } from './fold-text';

/** The operator's words, prepared for searching. Immutable. */
export interface WordList {
  readonly isEmpty: boolean;
  readonly automaton: WordAutomaton;
  /**
   * Whether any word has a character that can be written as several (a separate accent, a Korean syllable): the last
   * character of a piece of text is then undecided until the next one has arrived.
   */
  readonly hasComposed: boolean;
}

/** @param text one word per line; blanks around a word are ignored */
export function readWords(text: string): WordList {
  const words = [...new Set(splitLines(text).map(foldText))].filter(word => word !== '');
  return {
    isEmpty: words.length === 0,
    automaton: new WordAutomaton(words),
    hasComposed: words.some(word => word.normalize('NFD') !== word),
  };
}

export const noWords: WordList = readWords('');
