import { earnedPrice } from './earned-price';

const month = { price: 1000, startMs: 0, endMs: 3000, granted: 300, used: 0 };

describe('the price of a period', () => {
  it('is earned as its allowance is used, and never beyond it', () => {
    expect([0, 1, 150, 299, 300, 400].map(used => earnedPrice({ ...month, used }, 100))).toEqual([
      ...[0, 3, 500, 996, 1000, 1000],
    ]);
  });

  it('is earned with time where the allowance has no limit', () => {
    expect([0, 1, 1500, 2999].map(atMs => earnedPrice({ ...month, granted: 0, used: 9999 }, atMs))).toEqual([
      ...[0, 0, 500, 999],
    ]);
  });

  it('is earned as a whole at the end', () => {
    expect(earnedPrice(month, 3000)).toBe(1000);
    expect(earnedPrice({ ...month, granted: 0 }, 3000)).toBe(1000);
  });
});
