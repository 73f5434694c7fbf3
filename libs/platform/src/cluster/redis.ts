import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from '../log/logger';
import { InProcessLeases, InProcessLimiter } from './in-process';
import { ChangeNotices, Leases, Limiter, type Lease, type LimitDecision, type WindowLimit } from './ports';

const PREFIX = 'sluice:';

/**
 * Notices over publish/subscribe. This node's own listeners are told directly, so a change is live here even while
 * Redis is away; other nodes then catch up by their periodic full reading.
 */
export class RedisChangeNotices extends ChangeNotices {
  private readonly listeners = new Map<string, ((detail: string) => void)[]>();
  private readonly self = randomBytes(8).toString('hex');

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly logger: Logger,
  ) {
    super();
    subscriber.on('message', (channel: string, message: string) => this.receive(channel, message));
    subscriber
      .subscribe(`${PREFIX}notice`)
      .catch((error: unknown) => logger.warn({ err: error }, 'change notices are off until Redis answers'));
  }

  async publish(topic: string, detail: string): Promise<void> {
    this.tell(topic, detail);
    try {
      await this.publisher.publish(`${PREFIX}notice`, JSON.stringify([this.self, topic, detail]));
    } catch (error) {
      this.logger.warn({ err: error, topic }, 'a change notice did not reach Redis; other nodes will read it later');
    }
  }

  subscribe(topic: string, listener: (detail: string) => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  async close(): Promise<void> {
    this.listeners.clear();
    await this.subscriber.unsubscribe().catch(() => undefined); // closing anyway
    this.subscriber.disconnect(); // its own connection; left open it would keep the process alive
  }

  private receive(_channel: string, message: string): void {
    const [sender, topic, detail] = JSON.parse(message) as [string, string, string];
    if (sender !== this.self) this.tell(topic, detail);
  }

  private tell(topic: string, detail: string): void {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }
}

/** Sorted set of accepted times per key, on Redis's own clock; one script, hence atomic. */
const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = tonumber(ARGV[2]) * 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
if count < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, tonumber(ARGV[1]) - count - 1, 0}
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {0, 0, math.ceil((tonumber(oldest[2]) + window - now) / 1000)}
`;

/** Shared sliding windows; while Redis is away each node limits for itself, which never refuses a good key. */
export class RedisLimiter extends Limiter {
  private readonly local = new InProcessLimiter();

  constructor(private readonly redis: Redis) {
    super();
  }

  async take(key: string, limit: WindowLimit): Promise<LimitDecision> {
    try {
      const member = randomBytes(9).toString('base64url');
      const answer = await this.redis.eval(
        TAKE_SCRIPT,
        1,
        `${PREFIX}limit:${key}`,
        limit.limit,
        limit.windowMs,
        member,
      );
      const [allowed, remaining, retryAfterMs] = answer as [number, number, number];
      return { isAllowed: allowed === 1, remaining, retryAfterMs: allowed === 1 ? 0 : Math.max(1, retryAfterMs) };
    } catch {
      return this.local.take(key, limit); // Redis is away: a local limit is safe, a refusal would not be
    }
  }

  async forget(key: string): Promise<void> {
    await this.local.forget(key);
    await this.redis.del(`${PREFIX}limit:${key}`).catch(() => undefined); // Redis is away: the window ends by itself
  }

  close(): Promise<void> {
    return this.local.close();
  }
}

const RENEW_SCRIPT = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE_SCRIPT = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** Leases as keys with an expiry. While Redis is away a node holds its own: every job is safe to run twice. */
export class RedisLeases extends Leases {
  private readonly local = new InProcessLeases();

  constructor(private readonly redis: Redis) {
    super();
  }

  async acquire(name: string, ttlMs: number): Promise<Lease | null> {
    const key = `${PREFIX}lease:${name}`;
    const holder = randomBytes(12).toString('base64url');
    try {
      if ((await this.redis.set(key, holder, 'PX', ttlMs, 'NX')) === null) return null;
    } catch {
      return this.local.acquire(name, ttlMs); // Redis is away, see above
    }
    return {
      renew: async renewMs => (await this.redis.eval(RENEW_SCRIPT, 1, key, holder, renewMs)) === 1,
      release: async () => {
        await this.redis.eval(RELEASE_SCRIPT, 1, key, holder).catch(() => undefined); // it ends by itself
      },
    };
  }

  close(): Promise<void> {
    return this.local.close();
  }
}
