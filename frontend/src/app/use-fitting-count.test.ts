import { fittingCount } from './use-fitting-count';

const widths = [100, 100, 100];

describe('a row of entries', () => {
  it.each([
    [0, 0],
    [149, 0],
    [150, 0],
    [154, 1],
    [155, 1],
    [259, 2],
    [307, 2],
    [308, 3],
    [1000, 3],
  ])('with %d pixels of room shows %d of three entries, and the menu when some do not fit', (available, count) => {
    expect(fittingCount(widths, { available, gap: 4, more: 50 })).toBe(count);
  });

  it('shows nothing when there are no entries', () => {
    expect(fittingCount([], { available: 0, gap: 4, more: 50 })).toBe(0);
  });
});
