/**
 * Folds a text for comparison: compatibility forms become one (NFKC, which also unites full and half width), upper case
 * becomes lower case, and the two small sigmas become one, because lower-casing chooses between them by the character
 * that follows.
 */
export function foldText(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.includes('ς') ? folded.replaceAll('ς', 'σ') : folded;
}

/**
 * Characters that folding may join to the one before: marks, the vowels and closing consonants of Korean in their three
 * spellings, and the sound marks of half width kana.
 */
const JOINING = /^[\p{M}\u1160-\u11ff\u314f-\u3163\ud7b0-\ud7ff\uff9e\uff9f\uffc2-\uffdc]/u;
const FIRST_JOINING = 0x300;

/** Whether folding may join this character to the one before it. */
export function joinsBackwards(character: string): boolean {
  return character.charCodeAt(0) >= FIRST_JOINING && JOINING.test(character);
}
