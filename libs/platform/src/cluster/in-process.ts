import {
  ChangeNotices,
  Leases,
  Limiter,
  type ChangeListener,
  type Lease,
  type LimitDecision,
  type WindowLimit,
} from './ports';

/** Notices of a single node: a plain list of listeners, called in the next turn of the event loop. */
export class InProcessChangeNotices extends ChangeNotices {
  private readonly listeners = new Map<string, ChangeListener[]>();

  publish(topic: string, detail: string | null): Promise<void> {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
    return Promise.resolve();
  }

  subscribe(topic: string, listener: ChangeListener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  close(): Promise<void> {
    this.listeners.clear();
    return Promise.resolve();
  }
}

/** Most windows that are kept; beyond it the oldest are dropped, which can only make a limit milder. */
const WINDOWS_MAX = 100_000;

interface Window {
  /** Monotonic times of the accepted requests, oldest first. */
  accepted: number[];
  windowMs: number;
}

/** Exact sliding windows on the monotonic clock, so that a clock jump grants nothing. */
export class InProcessLimiter extends Limiter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly now: () => number = () => performance.now()) {
    super();
  }

  take(key: string, { limit, windowMs }: WindowLimit): Promise<LimitDecision> {
    const now = this.now();
    const window = this.windowFor(key, windowMs, now);
    const isAllowed = window.accepted.length < limit;
    if (isAllowed) window.accepted.push(now);
    const oldest = window.accepted[0] ?? now;
    return Promise.resolve({
      isAllowed,
      remaining: Math.max(0, limit - window.accepted.length),
      retryAfterMs: isAllowed ? 0 : Math.max(1, Math.ceil(oldest + windowMs - now)),
    });
  }

  /** Counts a request that was accepted elsewhere, so that later decisions of this node include it. */
  note(key: string, { windowMs }: WindowLimit): void {
    const now = this.now();
    this.windowFor(key, windowMs, now).accepted.push(now);
  }

  forget(key: string): Promise<void> {
    this.windows.delete(key);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.windows.clear();
    return Promise.resolve();
  }

  private windowFor(key: string, windowMs: number, now: number): Window {
    const window = this.windows.get(key) ?? { accepted: [], windowMs };
    const firstInside = window.accepted.findIndex(time => time > now - windowMs);
    window.accepted =
      firstInside === -1 ? [] : firstInside === 0 ? window.accepted : window.accepted.slice(firstInside);
    this.windows.delete(key); // re-inserted below, so that the map stays ordered by last use
    this.windows.set(key, window);
    if (this.windows.size > WINDOWS_MAX) {
      const eldest = this.windows.keys().next();
      if (!eldest.done) this.windows.delete(eldest.value);
    }
    return window;
  }
}

/** Leases of a single node. */
export class InProcessLeases extends Leases {
  private readonly held = new Map<string, { readonly holder: symbol; expiresAt: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {
    super();
  }

  acquire(name: string, ttlMs: number): Promise<Lease | null> {
    const current = this.held.get(name);
    if (current && current.expiresAt > this.now()) return Promise.resolve(null);
    const holder = Symbol(name);
    this.held.set(name, { holder, expiresAt: this.now() + ttlMs });
    return Promise.resolve({
      renew: (renewMs: number) => Promise.resolve(this.renew(name, holder, renewMs)),
      release: () => {
        if (this.held.get(name)?.holder === holder) this.held.delete(name);
        return Promise.resolve();
      },
    });
  }

  close(): Promise<void> {
    this.held.clear();
    return Promise.resolve();
  }

  private renew(name: string, holder: symbol, ttlMs: number): boolean {
    const current = this.held.get(name);
    if (current?.holder !== holder || current.expiresAt <= this.now()) return false;
    current.expiresAt = this.now() + ttlMs;
    return true;
  }
}
