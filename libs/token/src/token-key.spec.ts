import { isKeyShaped, maskKey, newKey, splitPresentedKey, type PresentedKey } from './token-key';

const key = 'aB3'.repeat(16);
/** As another gateway issued it: an id and a signature. */
const signed = `aB3dE6gH9jK2mN5_${'x-Y_z9'.repeat(7)}q`;

/** The result of the gate's steps for a text that it does not know yet. */
function readPresentedKey(text: string): PresentedKey | null {
  const presented = splitPresentedKey(text);
  return presented !== null && isKeyShaped(presented.key) ? presented : null;
}

describe('a presented key', () => {
  it.each([
    [`sk-${key}`, { key, channelDigits: null }],
    [key, { key, channelDigits: null }],
    [`sk-${key}-17`, { key, channelDigits: '17' }],
    [`${key}-0`, { key, channelDigits: '0' }],
    [`sk-${signed}`, { key: signed, channelDigits: null }],
    [signed, { key: signed, channelDigits: null }],
    ['sk-aB3dE6gH9jK2mN5-pQ8_xy', { key: 'aB3dE6gH9jK2mN5-pQ8_xy', channelDigits: null }],
  ])('is read from %s', (text, expected) => {
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
  ])('is refused when it is %j', text => {
    expect(readPresentedKey(text)).toBeNull();
  });
});

it('makes keys that can be read and are all different', () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const fresh of keys) expect(readPresentedKey(`sk-${fresh}`)?.key).toBe(fresh);
});

it('masks a key to three characters of each end', () => {
  expect(maskKey('abcdefghij')).toBe('abc***hij');
});
