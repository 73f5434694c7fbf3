import { suitableWorkers, thisMachine } from './machine';

const GIB = 1024 ** 3;

describe('how many processes serve one file', () => {
  it.each([
    [1, 4 * GIB, 1],
    [2, 64 * GIB, 1],
    [3, 4 * GIB, 3],
    [8, 64 * GIB, 8],
    [64, 64 * GIB, 8],
    [8, GIB, 4],
    [8, GIB / 8, 1],
  ])('with %d cores and %d bytes of memory: %d', (cores, memoryBytes, workers) => {
    expect(suitableWorkers({ cores, memoryBytes })).toBe(workers);
  });

  it('is decided by whole cores and by memory that there is', () => {
    const { cores, memoryBytes } = thisMachine();
    expect(Number.isInteger(cores)).toBe(true);
    expect(cores).toBeGreaterThanOrEqual(1);
    expect(memoryBytes).toBeGreaterThan(0);
  });
});
