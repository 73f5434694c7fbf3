import { type Metrics } from '@platform';

type WaitOutcome = Parameters<Metrics['queue']['ended']>[0];

/** Measures how long one call waits for a place, however often it looks in between. */
export class WaitClock {
  private startedAtMs: number | null = null;

  constructor(private readonly metrics: Metrics | null) {}

  /** The wait begins; it has begun already when the call waits again. */
  start(): void {
    if (this.metrics === null || this.startedAtMs !== null) return;
    this.startedAtMs = performance.now();
    this.metrics.queue.joined();
  }

  /** The wait is over; without one this has no effect. */
  end(outcome: WaitOutcome): void {
    if (this.startedAtMs === null) return;
    this.metrics?.queue.ended(outcome, performance.now() - this.startedAtMs);
    this.startedAtMs = null;
  }
}
