import { randomBytes } from 'node:crypto';
import {
  connectRedis,
  HubChangeNotices,
  HubLeases,
  HubLimiter,
  InProcessChangeNotices,
  InProcessLeases,
  InProcessLimiter,
  Logger,
  RedisBreaker,
  RedisChangeNotices,
  RedisLeases,
  RedisLimiter,
  WorkerHub,
  type ChangeNotices,
  type Leases,
  type Limiter,
} from '@platform';
import { type Redis } from 'ioredis';
import { joinHub } from '../support/fakes/supervised';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';

interface Ports {
  readonly notices: ChangeNotices;
  readonly limiter: Limiter;
  readonly leases: Leases;
}

type Joined = ReturnType<typeof joinHub>;

function pause(milliseconds: number) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

function unique(name: string) {
  return `${name}-${randomBytes(6).toString('hex')}`;
}

/** The tests that every implementation of the ports between nodes must pass. */
function portsSuite(open: () => Ports): void {
  it('lets exactly the allowed number through a window, however many come at once', async () => {
    const { limiter } = open();
    const key = unique('burst');
    const decisions = await Promise.all(
      Array.from({ length: 50 }, () => limiter.take(key, { limit: 7, windowMs: 60_000 })),
    );
    expect(decisions.filter(decision => decision.isAllowed)).toHaveLength(7);
    const refused = decisions.find(decision => !decision.isAllowed);
    expect(refused?.retryAfterMs).toBeGreaterThan(0);
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('slides: a request is accepted again exactly when the oldest leaves the window', async () => {
    const { limiter } = open();
    const key = unique('slide');
    const limit = { limit: 2, windowMs: 2000 };
    expect((await limiter.take(key, limit)).isAllowed).toBe(true);
    await pause(1000);
    expect((await limiter.take(key, limit)).isAllowed).toBe(true);
    expect((await limiter.take(key, limit)).isAllowed).toBe(false);
    await pause(1100);
    expect((await limiter.take(key, limit)).isAllowed).toBe(true);
    expect((await limiter.take(key, limit)).isAllowed).toBe(false);
  });

  it('counts each key for itself', async () => {
    const { limiter } = open();
    const [one, two] = [unique('a'), unique('b')];
    expect((await limiter.take(one, { limit: 1, windowMs: 9000 })).isAllowed).toBe(true);
    expect((await limiter.take(two, { limit: 1, windowMs: 9000 })).isAllowed).toBe(true);
  });

  it('forgets on request what it counted for one key, and for that key alone', async () => {
    const { limiter } = open();
    const limit = { limit: 1, windowMs: 60_000 };
    const [pardoned, other] = [unique('pardoned'), unique('other')];
    await limiter.take(pardoned, limit);
    await limiter.take(other, limit);
    await limiter.forget(pardoned);
    expect((await limiter.take(pardoned, limit)).isAllowed).toBe(true);
    expect((await limiter.take(pardoned, limit)).isAllowed).toBe(false);
    expect((await limiter.take(other, limit)).isAllowed).toBe(false);
  });

  it('sends a change to every listener of its topic and to no other listener', async () => {
    const { notices } = open();
    const heard: (string | null)[] = [];
    const topic = unique('topic');
    notices.subscribe(topic, detail => heard.push(detail));
    notices.subscribe(unique('other'), () => heard.push('wrong'));
    await notices.publish(topic, '7');
    await pause(50);
    expect(heard).toEqual(['7']);
  });

  it('grants a lease to one of many, and again after its release and after its end', async () => {
    const { leases } = open();
    const name = unique('job');
    const all = await Promise.all(Array.from({ length: 10 }, () => leases.acquire(name, 5000)));
    const [held] = all.filter(lease => lease !== null);
    expect(all.filter(lease => lease !== null)).toHaveLength(1);
    expect(await held!.renew(5000)).toBe(true);
    await held!.release();
    const second = await leases.acquire(name, 150);
    expect(second).not.toBeNull();
    await pause(220);
    const third = await leases.acquire(name, 5000);
    expect(third).not.toBeNull();
    expect(await second!.renew(5000)).toBe(false);
    await second!.release();
    expect(await leases.acquire(name, 5000)).toBeNull();
    await third!.release();
  });
}

describe('ports between nodes, in one process', () => {
  const ports = {
    notices: new InProcessChangeNotices(),
    limiter: new InProcessLimiter(),
    leases: new InProcessLeases(),
  };
  portsSuite(() => ports);
});

describe('ports between workers, over their supervisor', () => {
  const hub = new WorkerHub();
  let count = 0;
  const start = () => {
    const worker = joinHub(hub, ++count);
    const { client } = worker;
    return {
      ...worker,
      notices: new HubChangeNotices(client),
      limiter: new HubLimiter(client),
      leases: new HubLeases(client),
    };
  };
  const [one, two] = [start(), start()];
  /** Every other call goes through the other worker. */
  const inTurn = <Port extends object>(first: Port, second: Port): Port => {
    let calls = 0;
    const get = (_target: Port, name: string | symbol): unknown => {
      const port = calls++ % 2 ? second : first;
      const method: unknown = Reflect.get(port, name);
      return typeof method === 'function' ? method.bind(port) : method;
    };
    return new Proxy(first, { get });
  };

  portsSuite(() => ({
    notices: one.notices,
    limiter: inTurn<Limiter>(one.limiter, two.limiter),
    leases: inTurn<Leases>(one.leases, two.leases),
  }));

  it('carries a change to every other worker, once', async () => {
    const third = start();
    const topic = unique('topic');
    const heard: string[] = [];
    [one, two, third].forEach(({ notices }, at) => notices.subscribe(topic, detail => heard.push(`${at} ${detail}`)));
    await two.notices.publish(topic, '9');
    await pause(50);
    expect(heard.sort()).toEqual(['0 9', '1 9', '2 9']);
    third.end();
  });

  it('frees the leases and the turn of a worker that has ended, and asks the others to look after what it left', async () => {
    const doomed = start();
    const [name, holder] = [unique('job'), unique('holder')];
    expect(await doomed.leases.acquire(name, 60_000)).not.toBeNull();
    await doomed.client.ask('announceHolder', holder);
    await doomed.client.takeTurn();
    expect(await one.leases.acquire(name, 60_000)).toBeNull();
    expect((await one.client.ask('livingHolders')).names).toContain(holder);
    const asked = new Promise<void>(resolve => one.client.on('holdersChanged', () => resolve()));
    const turn = one.client.takeTurn();
    doomed.end();
    await asked;
    (await turn)();
    expect(await one.leases.acquire(name, 60_000)).not.toBeNull();
    expect((await one.client.ask('livingHolders')).names).not.toContain(holder);
  });

  it('lets workers write one at a time', async () => {
    const order: string[] = [];
    const write = async (name: string, { client }: ReturnType<typeof start>) => {
      const leave = await client.takeTurn();
      order.push(`${name} begins`);
      await pause(5);
      order.push(`${name} ends`);
      leave();
    };
    await Promise.all([write('a', one), write('b', two), write('c', one), write('d', two)]);
    expect(order).toEqual(['a', 'b', 'c', 'd'].flatMap(name => [`${name} begins`, `${name} ends`]));
  });

  it('let workers of a node that ends go together, and one that ends by itself at once', async () => {
    const ending = new WorkerHub();
    const [first, second, third] = [1, 2, 3].map(worker => joinHub(ending, worker)) as [Joined, Joined, Joined];
    await third.client.ask('finished');
    ending.end();
    let isOver = false;
    const over = first.client.ask('finished').then(() => (isOver = true));
    await pause(50);
    expect(isOver).toBe(false);
    third.end();
    await second.client.ask('finished');
    await over;
  });

  it('leave a worker that loses its supervisor in order: it limits alone, runs no job and writes under the lock', async () => {
    const left = start();
    const key = unique('gone');
    const turn = two.client.takeTurn();
    const waiting = left.client.takeTurn();
    left.loseSupervisor();
    (await waiting)();
    expect((await left.limiter.take(key, { limit: 1, windowMs: 9000 })).isAllowed).toBe(true);
    expect((await left.limiter.take(key, { limit: 1, windowMs: 9000 })).isAllowed).toBe(false);
    expect(await left.leases.acquire(unique('job'), 1000)).toBeNull();
    (await left.client.takeTurn())();
    (await turn)();
  });
});

describeWith('redis', 'ports between nodes, over Redis', () => {
  const logger = new Logger('silent');
  const connections: Redis[] = [];
  const connect = async () => {
    const redis = await connectRedis(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', logger);
    connections.push(redis);
    return redis;
  };
  const guarded = async () => new RedisBreaker(await connect(), logger);
  let ports: Ports;

  beforeAll(async () => {
    ports = {
      notices: new RedisChangeNotices(await guarded(), await connect(), logger),
      limiter: new RedisLimiter(await guarded()),
      leases: new RedisLeases(await guarded()),
    };
    const subscribed = new Promise<void>(resolve => ports.notices.subscribe(unique('start'), () => resolve()));
    await subscribed;
  });
  afterAll(async () => {
    await ports.notices.close();
    connections.forEach(redis => redis.disconnect());
  });

  portsSuite(() => ports);

  it('carries a change to another node in under two seconds', async () => {
    const other = new RedisChangeNotices(await guarded(), await connect(), logger);
    const topic = unique('topic');
    const heard: (string | null)[] = [];
    other.subscribe(topic, detail => heard.push(detail));
    await eventually(
      () => Promise.resolve(heard),
      all => all.includes(null),
    ); // the node has subscribed
    const startedAt = performance.now();
    await ports.notices.publish(topic, '9');
    await eventually(
      () => Promise.resolve(heard),
      all => all.includes('9'),
    );
    expect(performance.now() - startedAt).toBeLessThan(2000);
    await other.close();
  });

  it('falls back to local limits, leases and notices while Redis is away', async () => {
    const connection = await connectRedis('redis://127.0.0.1:1', logger);
    const goneToo = await connectRedis('redis://127.0.0.1:1', logger);
    connections.push(connection, goneToo);
    const gone = new RedisBreaker(connection, logger);
    const limiter = new RedisLimiter(gone);
    const key = unique('away');
    expect((await limiter.take(key, { limit: 1, windowMs: 9000 })).isAllowed).toBe(true);
    expect((await limiter.take(key, { limit: 1, windowMs: 9000 })).isAllowed).toBe(false);
    expect(await new RedisLeases(gone).acquire(unique('away'), 5000)).not.toBeNull();
    const notices = new RedisChangeNotices(gone, goneToo, logger);
    const heard: (string | null)[] = [];
    notices.subscribe('x', detail => heard.push(detail));
    await notices.publish('x', '1');
    expect(heard).toEqual(['1']);
    await notices.close();
  });
});
