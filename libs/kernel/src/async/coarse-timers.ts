import { Roster, type Listed } from './roster';

/** Something that ends at a time, unless it is removed before. Only its timers write `dueAtMs`, on the clock of performance.now(). */
export interface Timed extends Listed {
  dueAtMs: number;
  onDue(): void;
}

/**
 * Time limits of many things at once, most of which end long before: adding and removing one costs a place on a roster,
 * and one interval looks at all of them. A limit is never early, and late by one resolution at most.
 */
export class CoarseTimers {
  private readonly running = new Roster<Timed>();
  private interval: NodeJS.Timeout | null = null;

  constructor(private readonly resolutionMs: number) {}

  /** Starts the limit, or starts it anew. */
  add(timed: Timed, delayMs: number): void {
    timed.dueAtMs = performance.now() + delayMs;
    this.running.add(timed);
    this.interval ??= setInterval(() => this.look(), this.resolutionMs);
  }

  remove(timed: Timed): void {
    this.running.remove(timed);
  }

  private look(): void {
    const now = performance.now();
    for (const timed of this.running.all()) {
      if (timed.dueAtMs > now || !this.running.has(timed)) continue; // one that ended may have removed another
      this.running.remove(timed);
      timed.onDue();
    }
    if (this.running.size > 0 || this.interval === null) return;
    clearInterval(this.interval);
    this.interval = null;
  }
}
