import { maskKey, newKey, readPresentedKey } from './token-key';

const key = 'aB3'.repeat(16);

describe('readPresentedKey', () => {
  it.each([
    [`sk-${key}`, { key, channelDigits: null }],
    [key, { key, channelDigits: null }],
    [`sk-${key}-17`, { key, channelDigits: '17' }],
    [`${key}-0`, { key, channelDigits: '0' }],
  ])('reads %s', (text, expected) => {
    expect(readPresentedKey(text)).toEqual(expected);
  });

  it.each([
    '',
    'sk-',
    `sk-${key.slice(1)}`,
    `sk-${key}a`,
    `sk-sk-${key}`,
    `sk-${key}-`,
    `sk-${key}-x`,
    `sk-${key}-1-2`,
    `sk-${key}--1`,
    `sk-${key}#1`,
    `sk-${key}-${'1'.repeat(16)}`,
    `SK-${key}`,
    `sk-${key.slice(0, 47)}_`,
    ` sk-${key}`,
  ])('knows that %j is nobody’s key', text => {
    expect(readPresentedKey(text)).toBeNull();
  });
});

it('makes keys that it can read, each another', () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const fresh of keys) expect(readPresentedKey(`sk-${fresh}`)?.key).toBe(fresh);
});

it('shows three characters of each end', () => {
  expect(maskKey('abcdefghij')).toBe('abc***hij');
});
