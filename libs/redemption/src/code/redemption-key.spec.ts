import { isKeyShaped, newKey, plainKey } from './redemption-key';

const KEY = '5f0c11d2a3b4c5d6e7f80910a1b2c3d4';

describe('a redemption key', () => {
  it('has 32 lower-case hexadecimal characters and is never the same', () => {
    const keys = Array.from({ length: 100 }, newKey);
    expect(keys.filter(key => !/^[0-9a-f]{32}$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(100);
  });

  it.each([KEY, ` ${KEY}\n`, KEY.toUpperCase()])('is recognised as pasted: %j', text => {
    expect(plainKey(text)).toBe(KEY);
    expect(isKeyShaped(plainKey(text))).toBe(true);
  });

  it.each(['', KEY.slice(1), `${KEY}0`, `g${KEY.slice(1)}`, `${KEY.slice(0, 16)} ${KEY.slice(17)}`, '%'.repeat(32)])(
    'is not %j',
    text => {
      expect(isKeyShaped(plainKey(text))).toBe(false);
    },
  );
});
