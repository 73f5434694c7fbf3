import { hasNul } from './has-nul';

describe('looking for NUL', () => {
  it('finds it in a text, a list and a nested field', () => {
    expect([hasNul('a\0'), hasNul(['a', 'b\0c']), hasNul({ a: [{ b: '\0' }] })]).toEqual([true, true, true]);
  });

  it('finds none in ordinary input, gaps included', () => {
    expect([undefined, null, '', 0, {}, [undefined, 'a'], { a: null, b: ['\\0', '\n'] }].some(hasNul)).toBe(false);
  });

  it('goes on behind an undefined value', () => {
    expect(hasNul({ a: '\0', b: undefined })).toBe(true);
  });

  it('survives input nested a hundred thousand levels deep', () => {
    let deep: unknown = '\0';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(hasNul(deep)).toBe(true);
  });
});
