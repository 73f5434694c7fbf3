import { isNestedTooDeeply } from './nesting';

/** Lists in one another, the innermost empty. */
function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

describe('the nesting of a body', () => {
  it.each([
    ['a text', 'x'],
    ['nothing', null],
    ['nothing at all', undefined],
    ['a flat object', { a: 1, b: 'x' }],
    ['32 lists in one another', nested(32)],
    ['a hundred thousand side by side', Array.from({ length: 100_000 }, () => [])],
  ])('of %s is bearable', (_what, body) => {
    expect(isNestedTooDeeply(body)).toBe(false);
  });

  it.each([34, 100_000])('of %i lists is not, wherever they stand', depth => {
    expect(isNestedTooDeeply(nested(depth))).toBe(true);
    expect(isNestedTooDeeply({ name: 'x', response: [{}, nested(depth)] })).toBe(true);
  });
});
