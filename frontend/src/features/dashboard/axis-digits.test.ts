import { axisDigits, highestOf } from './axis-digits';

describe('the axis of a chart of money', () => {
  it.each([
    [0, 2],
    [1_000, 2],
    [1, 2],
    [0.03, 4],
    [0.000_02, 6],
    [0.000_000_01, 6],
  ])('up to %f has %i decimals', (highest, digits) => {
    expect(axisDigits(highest)).toBe(digits);
  });

  it('ends at the highest stack, not at the highest part', () => {
    const part = (values: readonly number[]) => ({ name: '', isOthers: false, values });
    expect(highestOf([part([1, 5]), part([7, 2])])).toBe(8);
    expect(highestOf([])).toBe(0);
  });
});
