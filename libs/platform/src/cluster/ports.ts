/** A window limit: at most `limit` accepted requests in any `windowMs`. */
export interface WindowLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The decision of a limiter. A refused request does not count. */
export interface LimitDecision {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Milliseconds until one more request would be accepted; 0 when this one was. */
  readonly retryAfterMs: number;
}

/**
 * Called when something of one topic has changed.
 *
 * @param detail the id or key of what changed; null when notices were lost or very much changed, so that anything of
 *   the topic must be read again
 */
export type ChangeListener = (detail: string | null) => void;

/**
 * Tells every node, this one included, that something stored has changed. Delivery is quick but not certain; once a
 * loss is noticed, the listeners are told.
 */
export abstract class ChangeNotices {
  /** @param topic what changed, for example `option` or `token` @param detail an id or key, null for all of the topic; never a secret */
  abstract publish(topic: string, detail: string | null): Promise<void>;
  abstract subscribe(topic: string, listener: ChangeListener): void;
  abstract close(): Promise<void>;
}

/** Sliding windows, decided atomically and shared between nodes. */
export abstract class Limiter {
  abstract take(key: string, limit: WindowLimit): Promise<LimitDecision>;
  /** Empties a window, when what was counted turned out to be harmless, as after a successful login. */
  abstract forget(key: string): Promise<void>;
  abstract close(): Promise<void>;
}

/** One owner per job: a lease that ends by itself when its holder dies. */
export abstract class Leases {
  /** @returns a lease, or null while another holder has this name */
  abstract acquire(name: string, ttlMs: number): Promise<Lease | null>;
  abstract close(): Promise<void>;
}

export interface Lease {
  /** @returns false when the lease was lost meanwhile */
  renew(ttlMs: number): Promise<boolean>;
  release(): Promise<void>;
}
