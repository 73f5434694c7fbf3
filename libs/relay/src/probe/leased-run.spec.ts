import { InProcessLeases, Logger } from '@platform';
import { LeasedRun } from './leased-run';

let now: number;
let leases: InProcessLeases;

function node() {
  return new LeasedRun({ name: 'walk', leases, logger: new Logger('silent') });
}

function nothing() {
  return Promise.resolve();
}

/** Work that waits until it is released. */
function pausedWork() {
  let letGo!: () => void;
  const held = new Promise<void>(resolve => (letGo = resolve));
  return { work: () => held, letGo };
}

beforeEach(() => {
  now = 0;
  leases = new InProcessLeases(() => now);
});

describe('a leased run', () => {
  it('is the only one of its node, even when it is begun twice at once', async () => {
    const run = node();
    const { work, letGo } = pausedWork();
    const [first, second] = await Promise.all([run.start(work), run.start(work)]);
    expect([first === null, second]).toEqual([false, null]);
    letGo();
    await first?.done;
    expect(await run.start(nothing)).not.toBeNull();
  });

  it('is the only one of all nodes, until the lease of a dead node has ended', async () => {
    const { work, letGo } = pausedWork();
    const first = await node().start(work);
    const other = node();
    expect(await other.start(nothing)).toBeNull();
    now += 180_001;
    expect(await other.start(nothing)).not.toBeNull();
    letGo();
    await first?.done;
  });

  it('keeps its lease as long as it makes steps, and ends when another node has taken the lease', async () => {
    const answers: boolean[] = [];
    const first = await node().start(async mayGoOn => {
      for (let step = 0; step < 4; step++) {
        now += 100_000;
        answers.push(await mayGoOn());
      }
      now += 200_000;
      await leases.acquire('walk', 1000);
      answers.push(await mayGoOn());
    });
    await first?.done;
    expect(answers).toEqual([true, true, true, true, false]);
  });

  it('can be begun again after it has failed', async () => {
    const run = node();
    const failed = await run.start(() => Promise.reject(new Error('no')));
    await expect(failed?.done).resolves.toBeUndefined();
    expect(await run.start(nothing)).not.toBeNull();
  });

  it('can be begun again after the request for the lease has failed', async () => {
    const run = node();
    const ask = jest.spyOn(leases, 'acquire').mockRejectedValueOnce(new Error('away'));
    await expect(run.start(nothing)).rejects.toThrow('away');
    ask.mockRestore();
    expect(await run.start(nothing)).not.toBeNull();
  });

  it('makes no further step once the node stops, and none begins after that', async () => {
    const run = node();
    const { work, letGo } = pausedWork();
    let isAllowed = true;
    await run.start(async mayGoOn => {
      await work();
      isAllowed = await mayGoOn();
    });
    const stopped = run.stop();
    letGo();
    await stopped;
    expect(isAllowed).toBe(false);
    expect(await run.start(nothing)).toBeNull();
  });
});
