import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, EventBus, type Config, type EventMap } from '@platform';
import { AlertFacts, backupFact, type AlertFact } from '../store/alert-facts';

const ERROR_MAX = 300;

/** Writes down what only this node or this process knows, for the node that evaluates the rules. */
@Injectable()
export class NodeReport {
  /** Jobs that fail in this process. */
  private readonly failing = new Map<string, EventMap['job.failed']>();

  constructor(
    private readonly facts: AlertFacts,
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'>,
    events: EventBus,
  ) {
    events.subscribe('job.failed', fact => void this.failing.set(fact.job, fact));
    events.subscribe('job.recovered', ({ job }) => this.recovered(job));
    events.subscribe('prices.compared', fact => this.prices(fact));
    events.subscribe('backup.finished', ({ destination }) => this.backup('backup_good', destination, ''));
    events.subscribe('backup.failed', ({ destination, error = '' }) => this.backup('backup_bad', destination, error));
  }

  async run(nowMs = Date.now()): Promise<void> {
    const jobs = [...this.failing.values()].map(({ job, count, error }) => {
      const value = { count, error: error.slice(0, ERROR_MAX) };
      return { kind: 'job', node: processName(), subject: job, value, atMs: nowMs } as const;
    });
    await this.facts.store([await this.disk(nowMs), ...jobs]);
  }

  private async recovered(job: string): Promise<void> {
    if (!this.failing.delete(job)) return;
    const value = { count: 0, error: '' };
    await this.facts.store([{ kind: 'job', node: processName(), subject: job, value, atMs: Date.now() }]);
  }

  private async backup(kind: 'backup_good' | 'backup_bad', subject: string, error: string): Promise<void> {
    await this.facts.store([backupFact(kind, subject, error, Date.now())]);
  }

  private async prices({ origin, count, models }: EventMap['prices.compared']): Promise<void> {
    const value = { count, models: models.join(', ').slice(0, ERROR_MAX) };
    await this.facts.store([{ kind: 'prices', node: '', subject: origin, value, atMs: Date.now() }]);
  }

  /** As `df` counts: what root alone may use is not free. */
  private async disk(nowMs: number): Promise<AlertFact> {
    const { dataDir } = this.config;
    const { bsize, blocks, bfree, bavail } = await statfs(dataDir);
    const used = blocks - bfree;
    const percent = used + bavail === 0 ? 0 : (used / (used + bavail)) * 100;
    const value = { percent, freeBytes: bavail * bsize };
    return { kind: 'disk', node: hostname(), subject: dataDir, value, atMs: nowMs };
  }
}

function processName(): string {
  return `${hostname()} (${process.pid})`;
}
