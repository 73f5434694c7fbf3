import { type Gauge, type Histogram, type Registry } from 'prom-client';

/** Upper limits of the buckets, in seconds; nobody waits for more than a minute. */
const WAIT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60];

const MS_PER_SECOND = 1000;

/** How the wait for a place on a channel ended: with one, with a refusal, or because the caller left. */
export type WaitOutcome = 'placed' | 'refused' | 'left';

/** Calls that wait because every channel is at its limits. */
export class QueueMetrics {
  private readonly waiting: Gauge;
  private readonly waits: Histogram;

  constructor(prometheus: Pick<typeof import('prom-client'), 'Gauge' | 'Histogram'>, register: Registry) {
    const registers = [register];
    this.waiting = new prometheus.Gauge({
      name: 'sluice_channel_queue_waiting',
      help: 'Calls that wait for a place on a channel.',
      registers,
    });
    this.waits = new prometheus.Histogram({
      name: 'sluice_channel_queue_wait_seconds',
      help: 'How long calls waited for a place on a channel, by how it ended; refused at once is 0.',
      buckets: WAIT_BUCKETS,
      labelNames: ['outcome'],
      registers,
    });
  }

  joined(): void {
    this.waiting.inc();
  }

  ended(outcome: WaitOutcome, waitedMs: number): void {
    this.waiting.dec();
    this.waits.observe({ outcome }, waitedMs / MS_PER_SECOND);
  }
}
