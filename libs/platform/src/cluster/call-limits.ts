/** One limit of a call: so many requests or tokens in a window, or so many calls at the same time. */
export interface CallLimit {
  /** What is counted, the same on all nodes, for example `token:7:rpm`. */
  readonly bucket: string;
  readonly limit: number;
  /** The length of the sliding window; 0 for a limit of calls that run at the same time. */
  readonly windowMs: number;
  /** What this call adds: 1 request, its estimated tokens, or 1 running call. */
  readonly amount: number;
}

/** The decision on all limits of a call: they are taken together, or none of them. */
export interface CallLimitsDecision {
  /** The position of the limit that refuses the call longest; -1 when all were taken. */
  readonly refusedBy: number;
  /** Milliseconds until that limit has room again, as far as that is known; 0 when all were taken. */
  readonly retryAfterMs: number;
  /** What is left of each limit, by position. */
  readonly remaining: readonly number[];
  /** When it was decided, by the clock of whoever decided; a correction names it. */
  readonly atMs: number;
}

/** What the end of a call changes in one of its limits. */
export interface LimitChange {
  readonly bucket: string;
  /** 0 gives a running call's place back. */
  readonly windowMs: number;
  /** What was used beyond what was taken; negative where less was used. */
  readonly more: number;
}

/** A window is counted in so many parts, and one more, so that no window anywhere ever holds more than its limit. */
export const WINDOW_PARTS = 60;

/** The time to wait that is told where a place is free as soon as another call ends. */
export const PLACE_WAIT_MS = 1000;

/** Limits of calls, decided atomically and shared by all nodes as far as they are connected. */
export abstract class CallLimits {
  /**
   * Takes all limits of a call at once, or none.
   *
   * @param id names the call; never used for any other take that is still open
   */
  abstract take(id: string, limits: readonly CallLimit[]): Promise<CallLimitsDecision>;
  /**
   * Ends a take: gives places back and corrects windows. It never fails: what cannot be told now ends by itself.
   *
   * @param atMs of the decision
   */
  abstract settle(id: string, atMs: number, changes: readonly LimitChange[]): Promise<void>;
  abstract close(): Promise<void>;
}
