import { randomBytes } from 'node:crypto';
import {
  connectRedis,
  HubCallLimits,
  InProcessCallLimits,
  Logger,
  RedisBreaker,
  RedisCallLimits,
  WorkerHub,
  type CallLimits,
} from '@platform';
import { joinHub } from '../support/fakes/supervised';
import { describeWith } from '../support/servers/databases';

function pause(milliseconds: number) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

function unique(name: string) {
  return `${name}-${randomBytes(6).toString('hex')}`;
}

function requests(bucket: string, limit: number, windowMs = 60_000) {
  return { bucket, limit, windowMs, amount: 1 };
}

function places(bucket: string, limit: number) {
  return { bucket, limit, windowMs: 0, amount: 1 };
}

/** What all ways to share limits have in common; each is opened as two nodes or workers that share them. */
function limitsSuite(open: () => readonly [CallLimits, CallLimits]): void {
  it('admits exactly 100 of 200 calls that come to two at once', async () => {
    const both = open();
    const bucket = unique('rpm');
    const takes = Array.from({ length: 200 }, (_, at) => both[at % 2]!.take(unique('call'), [requests(bucket, 100)]));
    const decisions = await Promise.all(takes);
    expect(decisions.filter(({ refusedBy }) => refusedBy === -1)).toHaveLength(100);
    const refused = decisions.find(({ refusedBy }) => refusedBy === 0);
    expect(refused?.retryAfterMs).toBeGreaterThan(50_000);
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(61_000);
  });

  it('takes all limits of a call or none', async () => {
    const [one, two] = open();
    const [wide, narrow] = [unique('wide'), unique('narrow')];
    const limits = [requests(wide, 5), places(narrow, 1)];
    expect(await one.take('a', limits)).toMatchObject({ refusedBy: -1, remaining: [4, 0] });
    for (let tries = 0; tries < 6; tries++) expect((await two.take(`b${tries}`, limits)).refusedBy).toBe(1);
    expect(await two.take('c', [requests(wide, 5)])).toMatchObject({ refusedBy: -1, remaining: [3] });
  });

  it('gives a place back to whoever waits for it', async () => {
    const [one, two] = open();
    const bucket = unique('places');
    const { atMs } = await one.take('a', [places(bucket, 1)]);
    expect((await two.take('b', [places(bucket, 1)])).refusedBy).toBe(0);
    await one.settle('a', atMs, [{ bucket, windowMs: 0, more: 0 }]);
    expect((await two.take('b', [places(bucket, 1)])).refusedBy).toBe(-1);
  });

  it('corrects what was taken by what was used', async () => {
    const [one, two] = open();
    const bucket = unique('tpm');
    const tokens = (amount: number) => ({ bucket, limit: 1000, windowMs: 60_000, amount });
    const { atMs } = await one.take('a', [tokens(900)]);
    expect((await two.take('b', [tokens(200)])).refusedBy).toBe(0);
    await one.settle('a', atMs, [{ bucket, windowMs: 60_000, more: -850 }]);
    expect(await two.take('b', [tokens(200)])).toMatchObject({ refusedBy: -1, remaining: [750] });
    await one.settle('b', atMs, [{ bucket, windowMs: 60_000, more: 5000 }]);
    expect(await two.take('c', [tokens(1)])).toMatchObject({ refusedBy: 0, remaining: [0] });
  });

  it('admits again when the window is over, and never more than the limit in any window', async () => {
    const [one] = open();
    const bucket = unique('slide');
    const accepted: { readonly askedAt: number; readonly answeredAt: number }[] = [];
    const end = performance.now() + 2500;
    while (performance.now() < end) {
      const askedAt = performance.now();
      const { refusedBy } = await one.take(unique('call'), [requests(bucket, 3, 600)]);
      if (refusedBy === -1) accepted.push({ askedAt, answeredAt: performance.now() });
      await pause(10);
    }
    expect(accepted.length).toBeGreaterThanOrEqual(9);
    // Three calls are within a window, so a fourth is accepted at least a window after the first. Redis decides between
    // the request and the answer, which may be far apart on a busy machine; 40 ms for its clock of whole milliseconds.
    for (let at = 3; at < accepted.length; at++) {
      expect(accepted[at]!.answeredAt - accepted[at - 3]!.askedAt).toBeGreaterThanOrEqual(600 - 40);
    }
  });
}

describe('limits of calls in one process', () => {
  limitsSuite(() => {
    const limits = new InProcessCallLimits();
    return [limits, limits];
  });
});

describe('limits of calls between workers', () => {
  limitsSuite(() => {
    const hub = new WorkerHub();
    return [new HubCallLimits(joinHub(hub, 1).client), new HubCallLimits(joinHub(hub, 2).client)];
  });

  it('are free again when the worker that took them is killed', async () => {
    const hub = new WorkerHub();
    const first = joinHub(hub, 1);
    const second = new HubCallLimits(joinHub(hub, 2).client);
    await new HubCallLimits(first.client).take('a', [places('p', 1)]);
    expect((await second.take('b', [places('p', 1)])).refusedBy).toBe(0);
    first.end();
    expect((await second.take('b', [places('p', 1)])).refusedBy).toBe(-1);
  });

  it('hold for the worker alone when its supervisor is gone', async () => {
    const worker = joinHub(new WorkerHub(), 1);
    const limits = new HubCallLimits(worker.client);
    worker.loseSupervisor();
    const { atMs } = await limits.take('a', [places('p', 1)]);
    expect((await limits.take('b', [places('p', 1)])).refusedBy).toBe(0);
    await limits.settle('a', atMs, [{ bucket: 'p', windowMs: 0, more: 0 }]);
    expect((await limits.take('b', [places('p', 1)])).refusedBy).toBe(-1);
  });
});

describeWith('redis', 'limits of calls over Redis', () => {
  const opened: { close(): Promise<void> | void }[] = [];
  const logger = new Logger('silent');
  async function node(times?: { leaseMs: number; renewEveryMs: number }) {
    const redis = await connectRedis(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', logger);
    await redis.ping();
    const breaker = new RedisBreaker(redis, logger);
    const limits = new RedisCallLimits(breaker, times);
    opened.push(limits, breaker);
    return { limits, breaker };
  }
  let pair: readonly [CallLimits, CallLimits];
  beforeAll(async () => (pair = [(await node()).limits, (await node()).limits]));
  afterAll(async () => {
    for (const one of opened) await one.close();
  });
  limitsSuite(() => pair);

  it('keep a place while its node lives, and free it when the node is killed', async () => {
    const bucket = unique('killed');
    const killed = await node({ leaseMs: 400, renewEveryMs: 100 });
    await killed.limits.take('a', [places(bucket, 1)]);
    await pause(900);
    expect((await pair[1].take('b', [places(bucket, 1)])).refusedBy).toBe(0);
    killed.breaker.close(); // from now on nothing of this node reaches Redis
    await pause(500);
    expect((await pair[1].take('b', [places(bucket, 1)])).refusedBy).toBe(-1);
  });

  it('limit each node for itself while Redis is away', async () => {
    const bucket = unique('away');
    const { limits, breaker } = await node();
    breaker.close();
    const { atMs, refusedBy } = await limits.take('a', [places(bucket, 1)]);
    expect(refusedBy).toBe(-1);
    expect((await limits.take('b', [places(bucket, 1)])).refusedBy).toBe(0);
    await limits.settle('a', atMs, [{ bucket, windowMs: 0, more: 0 }]);
    expect((await limits.take('b', [places(bucket, 1)])).refusedBy).toBe(-1);
  });
});
