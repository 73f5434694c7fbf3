import { quotaCrossing } from './quota-crossing';

describe('a charge', () => {
  it.each([
    { before: 1000, after: 999, threshold: 1000, crossing: 'low' },
    { before: 1001, after: 1000, threshold: 1000, crossing: null },
    { before: 999, after: 1, threshold: 1000, crossing: null },
    { before: 1, after: 0, threshold: 1000, crossing: 'usedUp' },
    { before: 1, after: -1, threshold: 1000, crossing: 'usedUp' },
    { before: 0, after: -1, threshold: 1000, crossing: null },
    { before: 2000, after: 0, threshold: 1000, crossing: 'usedUp' },
    { before: 2000, after: 1, threshold: 0, crossing: null },
    { before: 0, after: -1, threshold: 0, crossing: null },
    { before: 5, after: 0, threshold: 0, crossing: 'usedUp' },
    { before: 1000, after: 1000, threshold: 1000, crossing: null },
  ])('from $before to $after at a threshold of $threshold: $crossing', ({ crossing, ...quota }) => {
    expect(quotaCrossing(quota)).toBe(crossing);
  });
});
