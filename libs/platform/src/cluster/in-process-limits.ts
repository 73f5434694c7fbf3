import {
  CallLimits,
  PLACE_WAIT_MS,
  WINDOW_PARTS,
  type CallLimit,
  type CallLimitsDecision,
  type LimitChange,
} from './call-limits';

/** Most windows that are kept; beyond it the oldest are dropped, which can only make a limit milder. */
const WINDOWS_MAX = 100_000;

/** What was used in each part of a window that is not over, by the number of the part; oldest first. */
type Window = Map<number, number>;

/** Limits of calls in the memory of one process, on the monotonic clock. */
export class InProcessCallLimits extends CallLimits {
  private readonly windows = new Map<string, Window>();
  /** The running calls of each bucket. Their number is bounded by the limits themselves. */
  private readonly places = new Map<string, Set<string>>();

  constructor(private readonly now: () => number = () => performance.now()) {
    super();
  }

  take(id: string, limits: readonly CallLimit[]): Promise<CallLimitsDecision> {
    const now = this.now();
    let refusedBy = -1;
    let retryAfterMs = 0;
    const remaining = limits.map((limit, at) => {
      const left = limit.limit - this.usedOf(limit, now);
      if (left >= limit.amount) return left - limit.amount;
      const wait = this.waitFor(limit, now);
      if (wait > retryAfterMs) [refusedBy, retryAfterMs] = [at, wait];
      return Math.max(0, left);
    });
    if (refusedBy === -1) for (const limit of limits) this.add(id, limit, now);
    return Promise.resolve({ refusedBy, retryAfterMs, remaining, atMs: now });
  }

  settle(id: string, atMs: number, changes: readonly LimitChange[]): Promise<void> {
    for (const { bucket, windowMs, more } of changes) {
      if (windowMs === 0) this.leave(bucket, id);
      else this.correct(bucket, partOf(atMs, windowMs), more);
    }
    return Promise.resolve();
  }

  /** Gives back every place of the calls whose id begins so: whoever made them has ended. */
  leaveAll(idPrefix: string): void {
    for (const [bucket, ids] of this.places) {
      for (const id of ids) if (id.startsWith(idPrefix)) this.leave(bucket, id);
    }
  }

  close(): Promise<void> {
    this.windows.clear();
    this.places.clear();
    return Promise.resolve();
  }

  private usedOf({ bucket, windowMs }: CallLimit, now: number): number {
    if (windowMs === 0) return this.places.get(bucket)?.size ?? 0;
    const window = this.windows.get(bucket);
    if (!window) return 0;
    const oldest = partOf(now, windowMs) - WINDOW_PARTS;
    let used = 0;
    for (const [part, amount] of window) {
      if (part < oldest) window.delete(part);
      else used += amount;
    }
    return used;
  }

  /** Milliseconds until enough parts of a window are over, oldest first. */
  private waitFor({ bucket, limit, windowMs, amount }: CallLimit, now: number): number {
    if (windowMs === 0) return PLACE_WAIT_MS;
    const window = this.windows.get(bucket) ?? new Map<number, number>();
    let excess = amount - limit;
    for (const used of window.values()) excess += used;
    for (const [part, used] of window) {
      excess -= used;
      if (excess <= 0) return Math.max(1, endOf(part, windowMs) - now);
    }
    return windowMs;
  }

  private add(id: string, { bucket, windowMs, amount }: CallLimit, now: number): void {
    if (windowMs === 0) {
      const ids = this.places.get(bucket);
      if (ids) ids.add(id);
      else this.places.set(bucket, new Set([id]));
      return;
    }
    const window: Window = this.windows.get(bucket) ?? new Map<number, number>();
    const part = partOf(now, windowMs);
    window.set(part, (window.get(part) ?? 0) + amount);
    this.windows.delete(bucket); // re-inserted below, so that the map stays ordered by last use
    this.windows.set(bucket, window);
    if (this.windows.size <= WINDOWS_MAX) return;
    const eldest = this.windows.keys().next();
    if (!eldest.done) this.windows.delete(eldest.value);
  }

  /** A part that is over is not counted any more, so nothing is corrected in it. */
  private correct(bucket: string, part: number, more: number): void {
    const window = this.windows.get(bucket);
    const used = window?.get(part);
    if (window && used !== undefined) window.set(part, Math.max(0, used + more));
  }

  private leave(bucket: string, id: string): void {
    const ids = this.places.get(bucket);
    if (ids?.delete(id) && ids.size === 0) this.places.delete(bucket);
  }
}

function partOf(timeMs: number, windowMs: number): number {
  return Math.floor((timeMs * WINDOW_PARTS) / windowMs);
}

/** When a part leaves the window. */
function endOf(part: number, windowMs: number): number {
  return Math.ceil(((part + WINDOW_PARTS + 1) * windowMs) / WINDOW_PARTS);
}
