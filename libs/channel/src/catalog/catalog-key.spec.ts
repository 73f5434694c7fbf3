import { isShownKey, keysIn, maskChannelKey, mayHoldSeveralKeys } from './catalog-key';

describe('the keys of a channel', () => {
  it('are its lines when it holds several', () => {
    expect(keysIn('a\n b \r\n\na', { hasSeveralKeys: true })).toEqual(['a', 'b']);
  });

  it('are its whole text otherwise', () => {
    expect(keysIn('{\n"a":1\n}', { hasSeveralKeys: false })).toEqual(['{\n"a":1\n}']);
  });

  it('cannot be several where a key is a document', () => {
    expect([mayHoldSeveralKeys(1), mayHoldSeveralKeys(41)]).toEqual([true, false]);
  });

  it.each([
    ['sk-abcdefghijklmn', 'sk-a…klmn'],
    ['short-key', '…'],
    ['AKIAABCDEFGHIJKL|secret-secret-secret|us-east-1', 'AKIA…IJKL|…'],
  ])('are shown in part: %s', (key, mask) => {
    expect(maskChannelKey(key)).toBe(mask);
  });

  it.each([
    ['sk-a', true],
    ['klmn', true],
    ['sk-a…klmn', true],
    ['sk-a...klmn', true],
    ['lmn', false],
    ['sk-b', false],
    ['', false],
  ])('are found by what is shown of them: %s', (text, isShown) => {
    expect(isShownKey('sk-a…klmn', text)).toBe(isShown);
  });
});
