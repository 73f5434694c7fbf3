import { foldText, joinsBackwards } from './fold-text';

describe('folding', () => {
  it.each([
    ['ＢＡＤ', 'bad'],
    ['ﬁne', 'fine'],
    ['ｶﾞ', 'ガ'],
    ['e\u0301', 'é'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['K', 'k'],
  ])('makes %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(['\u0301', 'ﾞ', '\u1161', 'ㅏ', '\u3099'])('knows that %s may melt into what stands before it', character => {
    expect(joinsBackwards(character)).toBe(true);
  });

  it.each(['a', 'é', '中', '😀', 'ᄀ', 'ｶ'])('knows that %s stands for itself', character => {
    expect(joinsBackwards(character)).toBe(false);
  });
});
