import { foldText, joinsBackwards } from './fold-text';

describe('folding a text', () => {
  it.each([
    ['ＢＡＤ', 'bad'],
    ['ﬁne', 'fine'],
    ['ｶﾞ', 'ガ'],
    ['e\u0301', 'é'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['K', 'k'],
  ])('turns %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(['\u0301', 'ﾞ', '\u1161', 'ㅏ', '\u3099'])(
    'reports that %s may combine with the character before it',
    character => {
      expect(joinsBackwards(character)).toBe(true);
    },
  );

  it.each(['a', 'é', '中', '😀', 'ᄀ', 'ｶ'])('reports that %s stands alone', character => {
    expect(joinsBackwards(character)).toBe(false);
  });
});
