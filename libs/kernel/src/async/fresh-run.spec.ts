import { FreshRun } from './fresh-run';

/** Work whose ends the test decides. */
function stepwise() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = new FreshRun(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
  return { run, ends };
}

function turn() {
  return new Promise(resolve => setImmediate(resolve));
}

describe('FreshRun', () => {
  it('starts at once when nothing runs', async () => {
    const { run, ends } = stepwise();
    const asked = run.run();
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await asked;
  });

  it('gives all who ask during a run one run that starts afterwards', async () => {
    const { run, ends } = stepwise();
    const first = run.run();
    let isSecondDone = false;
    const second = run.run().then(() => (isSecondDone = true));
    const third = run.run();
    ends[0]?.resolve();
    await first;
    await turn();
    expect([ends.length, isSecondDone]).toEqual([2, false]);
    ends[1]?.resolve();
    await Promise.all([second, third]);
    expect(ends).toHaveLength(2);
  });

  it('tells a failure to those who asked for that run and goes on', async () => {
    const { run, ends } = stepwise();
    const first = run.run();
    const second = run.run();
    ends[0]?.reject(new Error('no database'));
    await expect(first).rejects.toThrow('no database');
    await turn();
    ends[1]?.resolve();
    await second;
    const third = run.run();
    ends[2]?.resolve();
    await third;
  });
});
