/** The two times a program needs; injected so that tests own them. */
export interface Clock {
  /** Milliseconds since 1970; may jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds from an arbitrary start, with fractions; never goes back. For measuring and for expiry in memory. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A clock that moves only when a test moves it. */
export class FixedClock implements Clock {
  private elapsedMs = 0;

  constructor(private nowMs = 1_700_000_000_000) {}

  now(): number {
    return this.nowMs;
  }

  monotonic(): number {
    return this.elapsedMs;
  }

  /** Lets both times pass. */
  advance(milliseconds: number): void {
    this.nowMs += milliseconds;
    this.elapsedMs += milliseconds;
  }

  /** Sets the calendar time, as an administrator or a time server would; the monotonic time stays. */
  setNow(milliseconds: number): void {
    this.nowMs = milliseconds;
  }
}

/** Whole Unix seconds, as the wire has them, of a time in milliseconds. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
