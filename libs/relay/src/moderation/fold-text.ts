/**
 * Texts are compared after this: compatibility forms are one (NFKC, which also unites full and half width), upper case is
 * lower case, and the two small sigmas are one, because which of them lower case gives depends on what stands behind.
 */
export function foldText(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.includes('ς') ? folded.replaceAll('ς', 'σ') : folded;
}

/**
 * What may melt into the character before it: marks, the vowels and closing consonants of Korean in their three spellings,
 * and the sound marks of half width kana.
 */
const JOINING = /^[\p{M}\u1160-\u11ff\u314f-\u3163\ud7b0-\ud7ff\uff9e\uff9f\uffc2-\uffdc]/u;
const FIRST_JOINING = 0x300;

/** Whether folding may unite this character with the one before it. */
export function joinsBackwards(character: string): boolean {
  return character.charCodeAt(0) >= FIRST_JOINING && JOINING.test(character);
}
