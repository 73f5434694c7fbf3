import { randomBytes } from 'node:crypto';
import { InProcessLeases, InProcessLimiter } from './in-process';
import { Leases, Limiter, type Lease, type LimitDecision, type WindowLimit } from './ports';
import { type RedisBreaker } from './redis-breaker';

const PREFIX = 'sluice:';

/**
 * Sorted set of accepted times per key, on Redis's own clock; one script, hence atomic. The arguments from the fourth
 * on are requests that the node accepted while Redis was away, each as a name and its age in microseconds.
 */
const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000
for at = 4, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], 'NX', now - tonumber(ARGV[at + 1]), ARGV[at])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
if count < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, limit - count - 1, 0}
end
local freeing = redis.call('ZRANGE', KEYS[1], count - limit, count - limit, 'WITHSCORES')
return {0, 0, math.ceil((tonumber(freeing[2]) + window - now) / 1000)}
`;

/** Most keys that are remembered for Redis; beyond it the oldest are dropped, which can only make a limit milder. */
const UNSHARED_MAX = 100_000;

/** A request that this node accepted while Redis was away. */
interface UnsharedTake {
  readonly member: string;
  /** Time of acceptance on the monotonic clock. */
  readonly acceptedAt: number;
}

/**
 * Shared sliding windows. While Redis is away each node limits alone, which never refuses a good key: it continues from
 * what it accepted before, and reports to Redis afterwards what it accepted meanwhile, so that an outage of Redis gives
 * no caller a fresh window on the same node.
 */
export class RedisLimiter extends Limiter {
  private readonly local = new InProcessLimiter();
  private readonly unshared = new Map<string, readonly UnsharedTake[]>();

  constructor(private readonly redis: RedisBreaker) {
    super();
  }

  async take(key: string, limit: WindowLimit): Promise<LimitDecision> {
    const member = randomBytes(9).toString('base64url');
    try {
      return await this.takeShared(key, limit, member);
    } catch {
      return this.takeAlone(key, limit, member); // Redis is away: a local limit is safe, a refusal would not be
    }
  }

  async forget(key: string): Promise<void> {
    await this.local.forget(key);
    this.unshared.delete(key);
    // If Redis is away, the window ends when its time is over.
    await this.redis.run(redis => redis.del(`${PREFIX}limit:${key}`)).catch(() => undefined);
  }

  close(): Promise<void> {
    this.unshared.clear();
    return this.local.close();
  }

  private async takeShared(key: string, limit: WindowLimit, member: string): Promise<LimitDecision> {
    const unshared = this.unshared.get(key);
    const now = performance.now();
    const older = unshared?.flatMap(take => [take.member, Math.round((now - take.acceptedAt) * 1000)]) ?? [];
    const answer = await this.redis.run(redis =>
      redis.eval(TAKE_SCRIPT, 1, `${PREFIX}limit:${key}`, limit.limit, limit.windowMs, member, ...older),
    );
    const [allowed, remaining, retryAfterMs] = answer as [number, number, number];
    if (unshared && this.unshared.get(key) === unshared) this.unshared.delete(key);
    if (allowed !== 1) return { isAllowed: false, remaining, retryAfterMs: Math.max(1, retryAfterMs) };
    this.local.note(key, limit);
    return { isAllowed: true, remaining, retryAfterMs: 0 };
  }

  private async takeAlone(key: string, limit: WindowLimit, member: string): Promise<LimitDecision> {
    const decision = await this.local.take(key, limit);
    if (!decision.isAllowed) return decision;
    const acceptedAt = performance.now();
    const inside = (this.unshared.get(key) ?? []).filter(take => take.acceptedAt > acceptedAt - limit.windowMs);
    this.unshared.delete(key); // re-inserted below, so that the map stays ordered by last use
    this.unshared.set(key, [...inside, { member, acceptedAt }]);
    if (this.unshared.size > UNSHARED_MAX) {
      const eldest = this.unshared.keys().next();
      if (!eldest.done) this.unshared.delete(eldest.value);
    }
    return decision;
  }
}

const RENEW_SCRIPT = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE_SCRIPT = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** Leases as keys with an expiry. While Redis is away each node holds its own lease: every job is safe to run twice. */
export class RedisLeases extends Leases {
  private readonly local = new InProcessLeases();

  constructor(private readonly redis: RedisBreaker) {
    super();
  }

  async acquire(name: string, ttlMs: number): Promise<Lease | null> {
    const key = `${PREFIX}lease:${name}`;
    const holder = randomBytes(12).toString('base64url');
    try {
      if ((await this.redis.run(redis => redis.set(key, holder, 'PX', ttlMs, 'NX'))) === null) return null;
    } catch {
      return this.local.acquire(name, ttlMs); // Redis is away, see above
    }
    return {
      renew: async renewMs => (await this.redis.run(redis => redis.eval(RENEW_SCRIPT, 1, key, holder, renewMs))) === 1,
      release: async () => {
        // If Redis is away, the lease ends when its time is over.
        await this.redis.run(redis => redis.eval(RELEASE_SCRIPT, 1, key, holder)).catch(() => undefined);
      },
    };
  }

  close(): Promise<void> {
    return this.local.close();
  }
}
