import { isAppError } from '@kernel';
import { asWritten, findJsonIn, readJson } from './read-json';

describe('JSON with long numbers', () => {
  it('keeps every digit of a whole number beyond 2^53, as a text', () => {
    expect(readJson('{"result":1760000000000123456,"code":1,"ids":[9007199254740993, 17]}')).toEqual({
      result: '1760000000000123456',
      code: 1,
      ids: ['9007199254740993', 17],
    });
  });

  it('does not change numbers that a double can hold', () => {
    expect(readJson('[1760000000000417,0.12345678901234567890,1e30,-5]')).toEqual([
      1760000000000417, 0.12345678901234568, 1e30, -5,
    ]);
  });

  it('does not change digits inside strings, including those after escaped quotes', () => {
    const value = { prompt: 'say "9007199254740993" and \\', next: 'a\\"1760000000000123456' };
    expect(readJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '{"a":', '{"a":"x', '"\\', '{"a":9007199254740993'])('gives undefined for the invalid JSON %j', text => {
    expect(findJsonIn(text)).toBeUndefined();
  });

  it('refuses JSON that is nested too deeply', () => {
    const deep = () => readJson('['.repeat(10_000) + ']'.repeat(10_000));
    expect(deep).toThrow();
    try {
      deep();
    } catch (error) {
      expect(isAppError(error, 'JSON_TOO_DEEP')).toBe(true);
    }
  });

  it('keeps the blanks of strings, writes finite numbers as text, and gives an empty text for other values', () => {
    expect([' a\n', 17, NaN, null, {}, true].map(asWritten)).toEqual([' a\n', '17', '', '', '', '']);
  });
});
