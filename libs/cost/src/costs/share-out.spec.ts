import { shareOut } from './share-out';

describe('an amount that is shared out', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [10, [0, 0], [5, 5]],
    [7, [5, 0, 9], [3, 0, 4]],
    [0, [1, 2], [0, 0]],
    [500_001, [2 ** 50, 2 ** 50], [250_001, 250_000]],
    [5, [], []],
  ])('%d by %j is %j', (amount, weights, parts) => {
    expect(shareOut(amount, weights)).toEqual(parts);
  });
});
