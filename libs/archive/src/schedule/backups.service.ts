import { type BackupRunView, type BackupStatus, type StoredBackupView } from '@contracts';
import { AppError } from '@kernel';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, EventBus, Leases, Logger, METRICS, type Config, type Lease, type Metrics } from '@platform';
import { tryPlace, type BackupPlace } from '../places/place';
import { BackupMaker } from './backup-maker';
import { backupPlan, type BackupPlan } from './backup-plan';
import { type BackupRunEntity } from './backup-run.entity';
import { BackupRunStore } from './backup-run.store';
import { nextAfter } from './due';

/** Longer than any pause of a process; the lease of one that has died ends soon. */
const LEASE_MS = 120_000;
const RENEW_EVERY_MS = 30_000;
/** A scheduled backup that failed is tried again after this time. */
const RETRY_MS = 30 * 60_000;
const SHOWN_RUNS = 20;

/** Makes backups on schedule and on request: one at a time among all nodes. */
@Injectable()
export class Backups implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private onBegun: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(METRICS) private readonly metrics: Metrics | null,
    private readonly options: Options,
    private readonly runs: BackupRunStore,
    private readonly maker: BackupMaker,
    private readonly leases: Leases,
    private readonly events: EventBus,
    private readonly logger: Logger,
  ) {}

  /** Makes the backup that is due, and waits for its end; call it every minute. */
  async tick(): Promise<void> {
    if (this.metrics) await this.measure(this.metrics);
    if (!this.plan.isEnabled || Date.now() < (await this.nextAtMs())) return;
    await this.begin(true);
    await this.running;
  }

  /**
   * Starts a backup and returns as soon as it stands among the runs.
   *
   * @throws AppError BACKUP_RUNNING
   */
  async startNow(): Promise<void> {
    const begun = new Promise<void>(resolve => (this.onBegun = resolve));
    if (!(await this.begin(false))) throw new AppError('BACKUP_RUNNING');
    await Promise.race([begun, this.running]);
  }

  /** @throws AppError BACKUP_PLACE_FAILED */
  async test(): Promise<void> {
    await this.inPlace(tryPlace);
  }

  /** @throws AppError BACKUP_PLACE_FAILED */
  async stored(): Promise<readonly StoredBackupView[]> {
    const backups = await this.inPlace(place => place.list());
    return backups.map(({ name, bytes, madeAtMs }) => ({ name, bytes, made_at: toSeconds(madeAtMs) }));
  }

  async status(): Promise<BackupStatus> {
    const { isEnabled, destination, passphrase, hasSecrets } = this.plan;
    return {
      destination,
      is_encrypted: passphrase !== null,
      is_passphrase_given: this.config.backupPassphrase !== '',
      has_secrets: hasSecrets,
      next_at: isEnabled ? toSeconds(Math.max(await this.nextAtMs(), Date.now())) : null,
      runs: (await this.runs.newest(SHOWN_RUNS)).map(toView),
    };
  }

  /** Resolves when no backup is made here. */
  async whenIdle(): Promise<void> {
    await this.running;
  }

  /** Ends a running backup, of which nothing stays. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private get plan(): BackupPlan {
    return backupPlan(this.options.current, this.config);
  }

  /** @returns when the next scheduled backup is due; 0 for the first one */
  private async nextAtMs(): Promise<number> {
    const made = await this.runs.newestScheduled('made');
    const dueMs = made === null ? 0 : nextAfter(this.plan.rhythm, made.startedAtMs);
    const ended = await this.runs.newestScheduled('ended');
    const hasFailed = ended !== null && ended.id !== made?.id;
    return hasFailed ? Math.max(dueMs, (ended.endedAtMs ?? 0) + RETRY_MS) : dueMs;
  }

  /** @returns false when a backup is made already, here or by another node */
  private async begin(isScheduled: boolean): Promise<boolean> {
    if (this.running || this.stopping.signal.aborted) return false;
    let started: (lease: Lease | null) => void = () => undefined;
    const lease = new Promise<Lease | null>(resolve => (started = resolve));
    // Set before the lease is asked for, so that two callers on this node cannot both ask.
    this.running = lease
      .then(taken => (taken ? this.underLease(taken, isScheduled) : undefined))
      .catch((error: unknown) => this.logger.error({ err: error }, 'a backup could not be recorded'))
      .finally(() => (this.running = null));
    const taken = await this.leases.acquire('backup', LEASE_MS).catch(() => null);
    started(taken);
    return taken !== null;
  }

  private async underLease(lease: Lease, isScheduled: boolean): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
    const renewal = setInterval(() => {
      // Where the store of the leases cannot be reached, no other node can take this one either.
      void lease.renew(LEASE_MS).then(
        isKept => (isKept ? undefined : lost.abort()),
        () => undefined,
      );
    }, RENEW_EVERY_MS);
    try {
      await this.endLeft();
      // Another node may have made it between the look at the time and the lease.
      if (isScheduled && Date.now() < (await this.nextAtMs())) return;
      await this.maker.make(this.plan, isScheduled, signal, () => this.onBegun());
    } finally {
      clearInterval(renewal);
      await lease.release();
    }
  }

  /** Who has the lease knows that nobody works on what is unfinished. */
  private async endLeft(): Promise<void> {
    for (const { id, place, startedAtMs } of await this.runs.unfinished()) {
      const error = 'the server ended while the backup was made.';
      const nowMs = Date.now();
      await this.runs.end(id, { error }, nowMs);
      this.events.publish('backup.failed', { destination: place, durationMs: nowMs - startedAtMs, error });
    }
  }

  private async inPlace<Result>(work: (place: BackupPlace) => Promise<Result>): Promise<Result> {
    try {
      const place = await this.plan.open();
      try {
        return await work(place);
      } finally {
        place.close?.();
      }
    } catch (cause) {
      throw new AppError('BACKUP_PLACE_FAILED', { params: { reason: (cause as Error).message }, cause });
    }
  }

  private async measure(metrics: Metrics): Promise<void> {
    const made = await this.runs.newestMade();
    if (made) metrics.backups.made(made.startedAtMs, made.bytes);
  }
}

function toView(run: BackupRunEntity): BackupRunView {
  const { id, name, place, isScheduled, startedAtMs, endedAtMs, bytes, rowCount, error } = run;
  return {
    id,
    state: endedAtMs === null ? 'running' : bytes > 0 ? 'made' : 'failed',
    name,
    destination: place,
    is_scheduled: isScheduled,
    started_at: toSeconds(startedAtMs),
    duration_ms: (endedAtMs ?? Date.now()) - startedAtMs,
    bytes,
    rows: rowCount,
    error,
  };
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
