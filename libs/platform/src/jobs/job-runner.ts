import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Leases } from '../cluster/ports';
import { EventBus } from '../events/event-bus';
import { Logger } from '../log/logger';

/** A task that runs on a schedule. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** A run that takes longer is reported; the lease ends, so that another node may take over. */
  readonly timeLimitMs: number;
  /** Whether the job runs on each node instead of on one: for work on the node's own memory. */
  readonly isPerNode?: boolean;
  readonly run: () => Promise<unknown>;
}

/** Runs jobs without overlap, with jitter, under a lease, and with one line per failure. */
@Injectable()
export class JobRunner implements OnApplicationShutdown {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<void>>();
  /** How often in a row a job has failed. */
  private readonly failures = new Map<string, number>();
  private isStopped = false;
  /** Hears of the end of every run; null where nobody counts them. */
  watcher: ((job: string, outcome: 'done' | 'failed', ms: number) => void) | null = null;

  constructor(
    private readonly leases: Leases,
    private readonly logger: Logger,
    private readonly events: EventBus,
  ) {}

  start(jobs: readonly Job[]): void {
    for (const job of jobs) {
      // Jitter keeps the nodes of a cluster, and the jobs of a node, from starting at the same moment.
      const everyMs = Math.round(job.everyMs * (0.95 + Math.random() * 0.1));
      const interval = setInterval(() => void this.runOnce(job), everyMs);
      interval.unref();
      this.timers.add(interval);
    }
  }

  /** Runs a job now, unless it is running already here or on another node. */
  runOnce(job: Job): Promise<void> {
    const current = this.running.get(job.name);
    if (current || this.isStopped) return current ?? Promise.resolve();
    const run = this.underLease(job)
      .then(hasRun => {
        if (hasRun) this.succeeded(job);
      })
      .catch((error: unknown) => this.failed(job, error))
      .finally(() => this.running.delete(job.name));
    this.running.set(job.name, run);
    return run;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running.values());
  }

  private succeeded({ name }: Job): void {
    if (this.failures.delete(name)) this.events.publish('job.recovered', { job: name });
  }

  private failed({ name }: Job, error: unknown): void {
    this.logger.error({ err: error, job: name }, 'a job failed');
    const count = (this.failures.get(name) ?? 0) + 1;
    this.failures.set(name, count);
    this.events.publish('job.failed', {
      job: name,
      count,
      error: error instanceof Error ? error.message : String(error),
    });
  }

  /** @returns false when another node runs the job */
  private async underLease(job: Job): Promise<boolean> {
    const lease = job.isPerNode ? null : await this.leases.acquire(`job:${job.name}`, job.timeLimitMs);
    if (!lease && !job.isPerNode) return false;
    const slow = setTimeout(() => this.logger.warn({ job: job.name }, 'a job exceeds its time limit'), job.timeLimitMs);
    slow.unref();
    const startedAt = performance.now();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await job.run();
      outcome = 'done';
      return true;
    } finally {
      this.watcher?.(job.name, outcome, performance.now() - startedAt);
      clearTimeout(slow);
      await lease?.release();
    }
  }
}
