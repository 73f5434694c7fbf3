import { RareLines } from './rare-lines';

describe('a problem that goes on', () => {
  it('is told at once, and then once a minute with the number of the others', () => {
    const told: [string, number][] = [];
    let now = 1000;
    const lines = new RareLines(
      (problem, more) => told.push([problem, more]),
      () => now,
    );
    for (let second = 0; second < 130; second++) {
      lines.add(`problem ${second}`);
      now += 1000;
    }
    expect(told).toEqual([
      ['problem 0', 0],
      ['problem 60', 59],
      ['problem 120', 59],
    ]);
  });
});
