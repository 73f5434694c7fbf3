import { isLabelled, labelledTicks, niceTicks, tickDigits } from './ticks';

describe('the marks of an axis', () => {
  it.each([
    [0, [0]],
    [0.04, [0, 0.01, 0.02, 0.03, 0.04]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [9.9, [0, 2.5, 5, 7.5, 10]],
    [1234, [0, 500, 1000, 1500]],
  ])('up to %d are round numbers', (highest, ticks) => {
    expect(niceTicks(highest)).toEqual(ticks);
  });

  it('of money never repeat each other', () => {
    for (const highest of [0.0000123, 0.003, 0.012, 0.03, 0.1, 0.7, 1.2, 9.9, 48, 1234]) {
      const ticks = niceTicks(highest);
      const texts = ticks.map(tick => tick.toFixed(tickDigits(ticks)));
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('have no text twice', () => {
    const marks = labelledTicks([0, 0.4, 0.8, 1.2], value => value.toFixed(0));
    expect(marks.map(({ text }) => text)).toEqual(['0', '1']);
  });

  it('leave room between the labels of periods, and label the last one', () => {
    const labelled = Array.from({ length: 30 }, (_, at) => at).filter(at => isLabelled(at, 30, 8));
    expect(labelled.length).toBeLessThanOrEqual(8);
    expect(labelled.at(-1)).toBe(29);
  });
});
