/** Something that ends at a time, unless it is removed before. Only its timers write `dueAtMs`, on the clock of performance.now(). */
export interface Timed {
  dueAtMs: number;
  onDue(): void;
}

/**
 * Time limits of many things at once, most of which end long before: adding and removing one costs an entry in a set,
 * and one interval looks at all of them. A limit is never early, and late by one resolution at most.
 */
export class CoarseTimers {
  private readonly running = new Set<Timed>();
  private interval: NodeJS.Timeout | null = null;

  constructor(private readonly resolutionMs: number) {}

  /** Starts the limit, or starts it anew. */
  add(timed: Timed, delayMs: number): void {
    timed.dueAtMs = performance.now() + delayMs;
    this.running.add(timed);
    this.interval ??= setInterval(() => this.look(), this.resolutionMs);
  }

  remove(timed: Timed): void {
    this.running.delete(timed);
  }

  private look(): void {
    const now = performance.now();
    for (const timed of this.running) {
      if (timed.dueAtMs > now) continue;
      this.running.delete(timed);
      timed.onDue();
    }
    if (this.running.size > 0 || this.interval === null) return;
    clearInterval(this.interval);
    this.interval = null;
  }
}
