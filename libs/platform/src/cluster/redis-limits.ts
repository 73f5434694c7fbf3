import {
  CallLimits,
  PLACE_WAIT_MS,
  WINDOW_PARTS,
  type CallLimit,
  type CallLimitsDecision,
  type LimitChange,
} from './call-limits';
import { InProcessCallLimits } from './in-process-limits';
import { type RedisBreaker } from './redis-breaker';

const PREFIX = 'sluice:call-limit:';

/** A place is free again so long after the last sign of life of the node that took it. */
const PLACE_LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;

/**
 * Takes all limits or none, on Redis's own clock; one script, hence atomic. A window is a hash of what was used by part,
 * running calls are a sorted set of their ids by the end of their leases. Arguments: id, parts, lease, wait for a place,
 * then for each key its limit, window and amount. It looks at all limits before it writes anything.
 */
const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, parts, lease, placeWait = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local refusedBy, wait, remaining = -1, 0, {}
for i, key in ipairs(KEYS) do
  local limit, window, amount = tonumber(ARGV[2 + i * 3]), tonumber(ARGV[3 + i * 3]), tonumber(ARGV[4 + i * 3])
  local used, needed = 0, 0
  if window == 0 then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    used = redis.call('ZCARD', key)
    if used + amount > limit then needed = placeWait end
  else
    local oldest = math.floor(now * parts / window) - parts
    local kept, fields = {}, redis.call('HGETALL', key)
    for at = 1, #fields, 2 do
      local part = tonumber(fields[at])
      if part < oldest then redis.call('HDEL', key, fields[at])
      else
        used = used + tonumber(fields[at + 1])
        kept[#kept + 1] = {part, tonumber(fields[at + 1])}
      end
    end
    if used + amount > limit then
      table.sort(kept, function(a, b) return a[1] < b[1] end)
      local excess = used + amount - limit
      needed = window
      for _, one in ipairs(kept) do
        excess = excess - one[2]
        if excess <= 0 then
          needed = math.max(1, math.ceil((one[1] + parts + 1) * window / parts) - now)
          break
        end
      end
    end
  end
  remaining[i] = math.max(0, limit - used)
  if needed > wait then refusedBy, wait = i - 1, needed end
end
if refusedBy == -1 then
  for i, key in ipairs(KEYS) do
    local window, amount = tonumber(ARGV[3 + i * 3]), tonumber(ARGV[4 + i * 3])
    remaining[i] = remaining[i] - amount
    if window == 0 then
      redis.call('ZADD', key, now + lease, id)
      redis.call('PEXPIRE', key, lease)
    else
      redis.call('HINCRBY', key, string.format('%.0f', math.floor(now * parts / window)), amount)
      redis.call('PEXPIRE', key, window + math.ceil(window / parts) * 2)
    end
  end
end
return {refusedBy, wait, now, unpack(remaining)}
`;

/** Arguments: id, parts, time of the decision, then for each key its window and what was used beyond what was taken. */
const SETTLE_SCRIPT = `
for i, key in ipairs(KEYS) do
  local window, more = tonumber(ARGV[2 + i * 2]), tonumber(ARGV[3 + i * 2])
  if window == 0 then redis.call('ZREM', key, ARGV[1])
  else
    local part = string.format('%.0f', math.floor(tonumber(ARGV[3]) * tonumber(ARGV[2]) / window))
    local used = redis.call('HGET', key, part)
    if used then redis.call('HSET', key, part, math.max(0, tonumber(used) + more)) end
  end
end
return 1
`;

/** Keys are sorted sets; arguments: lease, then the id for each key. What was given back meanwhile stays so. */
const RENEW_SCRIPT = `
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  if redis.call('ZADD', key, 'XX', 'CH', ends, ARGV[i + 1]) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 1
`;

/** The times of places; tests shorten them. */
interface PlaceTimes {
  readonly leaseMs: number;
  readonly renewEveryMs: number;
}

/**
 * Limits of calls that all nodes share. While Redis is away each node limits for itself: a refusal of every call would
 * be worse than a limit that is milder by the number of nodes.
 */
export class RedisCallLimits extends CallLimits {
  private readonly local = new InProcessCallLimits();
  /** Calls that were decided without Redis end without it. */
  private readonly alone = new Set<string>();
  /** The buckets in which running calls of this node have places. */
  private readonly held = new Map<string, readonly string[]>();
  private renewal: NodeJS.Timeout | null = null;

  constructor(
    private readonly redis: RedisBreaker,
    private readonly times: PlaceTimes = { leaseMs: PLACE_LEASE_MS, renewEveryMs: RENEW_EVERY_MS },
  ) {
    super();
  }

  async take(id: string, limits: readonly CallLimit[]): Promise<CallLimitsDecision> {
    const keys = limits.map(({ bucket }) => PREFIX + bucket);
    const rows = limits.flatMap(({ limit, windowMs, amount }) => [limit, windowMs, amount]);
    try {
      const answer = await this.redis.run(redis =>
        redis.eval(TAKE_SCRIPT, keys.length, ...keys, id, WINDOW_PARTS, this.times.leaseMs, PLACE_WAIT_MS, ...rows),
      );
      const [refusedBy = -1, retryAfterMs = 0, atMs = 0, ...remaining] = answer as number[];
      if (refusedBy === -1) this.hold(id, limits);
      return { refusedBy, retryAfterMs, remaining, atMs };
    } catch {
      const decision = await this.local.take(id, limits);
      if (decision.refusedBy === -1) this.alone.add(id);
      return decision;
    }
  }

  async settle(id: string, atMs: number, changes: readonly LimitChange[]): Promise<void> {
    if (this.alone.delete(id)) return this.local.settle(id, atMs, changes);
    this.held.delete(id);
    const keys = changes.map(({ bucket }) => PREFIX + bucket);
    const rows = changes.flatMap(({ windowMs, more }) => [windowMs, more]);
    // If Redis is away, places end with their leases, and windows with their time.
    await this.redis
      .run(redis => redis.eval(SETTLE_SCRIPT, keys.length, ...keys, id, WINDOW_PARTS, atMs, ...rows))
      .catch(() => undefined);
  }

  close(): Promise<void> {
    if (this.renewal) clearInterval(this.renewal);
    this.renewal = null;
    this.held.clear();
    return this.local.close();
  }

  private hold(id: string, limits: readonly CallLimit[]): void {
    const buckets = limits.filter(({ windowMs }) => windowMs === 0).map(({ bucket }) => bucket);
    if (buckets.length === 0) return;
    this.held.set(id, buckets);
    this.renewal ??= setInterval(() => void this.renew(), this.times.renewEveryMs).unref();
  }

  private async renew(): Promise<void> {
    if (this.held.size === 0) {
      if (this.renewal) clearInterval(this.renewal);
      this.renewal = null;
      return;
    }
    const places = [...this.held].flatMap(([id, buckets]) => buckets.map(bucket => ({ id, key: PREFIX + bucket })));
    const keys = places.map(({ key }) => key);
    const ids = places.map(({ id }) => id);
    // If Redis is away, the next round tries again, well before the leases end.
    await this.redis
      .run(redis => redis.eval(RENEW_SCRIPT, keys.length, ...keys, this.times.leaseMs, ...ids))
      .catch(() => undefined);
  }
}
