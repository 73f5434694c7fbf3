import { randomBytes } from 'node:crypto';
import { connectRedis, Logger, RedisBreaker, RedisChangeNotices, RedisLeases, RedisLimiter } from '@platform';
import { type Redis } from 'ioredis';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { RedisProxy } from '../support/fakes/redis-proxy';

const logger = new Logger('silent');

function unique(name: string) {
  return `${name}-${randomBytes(6).toString('hex')}`;
}

const HOUR = 3_600_000;

describeWith('redis', 'a Redis that is away, silent or slow', () => {
  let proxy: RedisProxy;
  const ends: (() => unknown)[] = [];

  async function connection(url = proxy.url): Promise<Redis> {
    const redis = await connectRedis(url, logger);
    ends.push(() => redis.disconnect());
    return redis;
  }

  async function breaker(url = proxy.url): Promise<RedisBreaker> {
    const made = new RedisBreaker(await connection(url), logger, { answerLimitMs: 250, probeEveryMs: 50 });
    ends.push(() => made.close());
    return made;
  }

  async function notices(url = proxy.url): Promise<RedisChangeNotices> {
    const made = new RedisChangeNotices(await breaker(url), await connection(url), logger, {
      checkEveryMs: 100,
      retryMs: 50,
    });
    ends.push(() => made.close());
    return made;
  }

  const direct = (): string => process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
  const until = (isSo: () => boolean) => eventually(() => Promise.resolve(isSo()), Boolean);

  /** The details that a listener of a topic received. */
  function heardBy(listening: RedisChangeNotices, topic: string): (string | null)[] {
    const heard: (string | null)[] = [];
    listening.subscribe(topic, detail => heard.push(detail));
    return heard;
  }

  beforeEach(async () => {
    proxy = await RedisProxy.start();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await proxy.close();
  });

  describe('change notices', () => {
    it('reach a node whose Redis was away at the start once it is there, and make up for missed ones', async () => {
      proxy.refuse();
      const topic = unique('topic');
      const heard = heardBy(await notices(), topic);
      const other = await notices(direct());
      await other.publish(topic, 'lost');
      expect(heard).toEqual([]);
      proxy.pass();
      await until(() => heard.includes(null));
      await other.publish(topic, '7');
      await until(() => heard.includes('7'));
    });

    it.each([
      ['was cut', (way: RedisProxy) => way.refuse()],
      ['went silent without an end', (way: RedisProxy) => way.freeze()],
    ])('are made up for after the connection %s', async (_how, fail) => {
      const topic = unique('topic');
      const heard = heardBy(await notices(), topic);
      const other = await notices(direct());
      await until(() => heard.includes(null)); // subscribed
      heard.length = 0;
      fail(proxy);
      await other.publish(topic, 'lost');
      proxy.pass();
      await until(() => heard.includes(null));
      expect(heard).not.toContain('lost');
      await other.publish(topic, '8');
      await until(() => heard.includes('8'));
    });

    it('reach other nodes later, as a call to read everything again, when only the sender was cut off', async () => {
      const topic = unique('topic');
      const heard = heardBy(await notices(direct()), topic);
      await until(() => heard.includes(null)); // subscribed
      heard.length = 0;
      const cutOff = await notices();
      proxy.refuse();
      const own = heardBy(cutOff, topic);
      await cutOff.publish(topic, '9');
      expect(own).toEqual(['9']);
      expect(heard).toEqual([]);
      proxy.pass();
      await until(() => heard.includes(null));
    });
  });

  describe('limits', () => {
    const limit = { limit: 5, windowMs: HOUR };

    it.each([
      ['silent', (way: RedisProxy) => way.freeze()],
      ['slow', (way: RedisProxy) => way.delay(3000)],
    ])('are counted by this node without a request to a %s Redis for each call', async (_how, fail) => {
      // The breaker does not probe during this test: only calls send requests to Redis.
      const guard = new RedisBreaker(await connection(), logger, { answerLimitMs: 250, probeEveryMs: HOUR });
      ends.push(() => guard.close());
      const limiter = new RedisLimiter(guard);
      const key = unique('limit');
      expect((await limiter.take(key, limit)).remaining).toBe(4);
      fail(proxy);
      const before = proxy.received;
      const decisions = [];
      for (let call = 0; call < 20; call++) decisions.push(await limiter.take(key, limit));
      expect(proxy.received - before).toBe(1);
      // The call that Redis counted is remembered: five calls in all, not five more.
      expect(decisions.filter(decision => decision.isAllowed)).toHaveLength(4);
      expect(decisions.at(-1)?.retryAfterMs).toBeGreaterThan(HOUR / 2);
    });

    it('are shared again without a restart, and include the calls that were accepted meanwhile', async () => {
      const guard = await breaker();
      const limiter = new RedisLimiter(guard);
      const elsewhere = new RedisLimiter(await breaker(direct()));
      const key = unique('limit');
      await limiter.take(key, limit);
      proxy.freeze();
      for (let call = 0; call < 2; call++) expect((await limiter.take(key, limit)).isAllowed).toBe(true);
      expect(guard.isOpen).toBe(true);
      proxy.pass();
      await until(() => !guard.isOpen);
      expect((await limiter.take(key, limit)).remaining).toBe(1); // 1 before, 2 meanwhile, this one
      expect((await elsewhere.take(key, limit)).remaining).toBe(0);
      const refused = await limiter.take(key, limit);
      expect(refused).toMatchObject({ isAllowed: false, remaining: 0 });
      expect(refused.retryAfterMs).toBeGreaterThan(HOUR / 2);
    });

    it('do not count a call twice that Redis counted but acknowledged too late', async () => {
      const guard = await breaker();
      const limiter = new RedisLimiter(guard);
      const key = unique('limit');
      await limiter.take(key, limit);
      proxy.delay(600);
      expect((await limiter.take(key, limit)).isAllowed).toBe(true);
      proxy.pass();
      await until(() => !guard.isOpen);
      expect((await limiter.take(key, limit)).remaining).toBe(2);
    });

    it('are also forgotten by this node while Redis is away', async () => {
      const limiter = new RedisLimiter(await breaker());
      const key = unique('limit');
      proxy.refuse();
      for (let call = 0; call < 5; call++) await limiter.take(key, limit);
      expect((await limiter.take(key, limit)).isAllowed).toBe(false);
      await limiter.forget(key);
      expect((await limiter.take(key, limit)).isAllowed).toBe(true);
    });

    it('keep the breaker closed when Redis responds with an error', async () => {
      const guard = await breaker();
      await expect(guard.run(redis => redis.eval('return redis.error_reply("NO")', 0))).rejects.toThrow('NO');
      expect(guard.isOpen).toBe(false);
    });
  });

  it('grants leases on this node while Redis is away, and in Redis when it is back', async () => {
    const guard = await breaker();
    const leases = new RedisLeases(guard);
    const name = unique('job');
    proxy.refuse();
    expect(await leases.acquire(name, HOUR)).not.toBeNull();
    expect(await leases.acquire(name, HOUR)).toBeNull();
    proxy.pass();
    await until(() => !guard.isOpen);
    const other = unique('job');
    const held = await leases.acquire(other, 10_000);
    expect(held).not.toBeNull();
    expect(await new RedisLeases(await breaker(direct())).acquire(other, 10_000)).toBeNull();
    await held?.release();
  });
});
