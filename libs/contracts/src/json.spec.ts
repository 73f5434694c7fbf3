import { isJsonObject, isNestedDeeper } from './json';

/** Lists in one another, the innermost empty. */
function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

describe('the nesting of a value', () => {
  it.each([
    ['a text', 'x'],
    ['nothing', null],
    ['nothing at all', undefined],
    ['a flat object', { a: 1, b: 'x' }],
    ['brackets in a text', '['.repeat(100)],
    ['32 lists in one another', nested(32)],
    ['a hundred thousand side by side', Array.from({ length: 100_000 }, () => [])],
  ])('of %s is at most 32 levels', (_what, value) => {
    expect(isNestedDeeper(value, 32)).toBe(false);
  });

  it.each([33, 100_000])('of %i lists is deeper, wherever they stand', depth => {
    expect(isNestedDeeper(nested(depth), 32)).toBe(true);
    expect(isNestedDeeper({ name: 'x', response: [{}, nested(depth)] }, 32)).toBe(true);
  });
});

describe('a JSON object', () => {
  it('is neither a list nor null nor a plain value', () => {
    expect([{}, [], null, 'x', 1, undefined].map(isJsonObject)).toEqual([true, false, false, false, false, false]);
  });
});
