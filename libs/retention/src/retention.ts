import { AppError } from '@kernel';
import { LogTables } from '@log';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ClosedCharges, Database, Leases, Logger, ManagementLog, UnitOfWork, type Lease } from '@platform';
import { RetentionWork, type RetentionParts } from './retention-work';
import { readAges } from './store/cutoffs';

/** A run ends after this time, and the next one goes on. */
const RUN_MS = 50 * 60_000;
/** The lease of a node that was killed ends after this time. */
export const RETENTION_LEASE_MS = 60 * 60_000;

/** Runs retention on a schedule or when root asks for it, on one node at a time. */
@Injectable()
export class Retention implements BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private isEnding = false;
  private readonly parts: RetentionParts;

  constructor(
    private readonly database: Database,
    unitOfWork: UnitOfWork,
    logTables: LogTables,
    closed: ClosedCharges,
    managementLog: ManagementLog,
    private readonly leases: Leases,
    private readonly logger: Logger,
  ) {
    this.parts = { database, unitOfWork, logTables, closed, managementLog };
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Does what is due; nothing where another node does it. */
  async runDue(): Promise<void> {
    if (this.running) return this.running;
    const lease = await this.lease();
    if (lease) await this.begin(lease, false);
  }

  /**
   * Begins a run that looks through everything, and does not wait for its end.
   *
   * @throws AppError STORAGE_RUNNING, STORAGE_KEEPS_ALL
   */
  async start(): Promise<void> {
    if (this.running) throw new AppError('STORAGE_RUNNING');
    const ages = await readAges(this.database.read, Date.now());
    if (Object.values(ages).every(({ beforeMs }) => beforeMs === 0)) throw new AppError('STORAGE_KEEPS_ALL');
    const lease = this.running ? null : await this.lease();
    if (!lease) throw new AppError('STORAGE_RUNNING');
    this.begin(lease, true).catch((error: unknown) => this.logger.error({ err: error }, 'retention failed'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await this.running?.catch(() => undefined); // it is reported where it was started
  }

  private lease(): Promise<Lease | null> {
    return this.leases.acquire('retention', RETENTION_LEASE_MS);
  }

  private begin(lease: Lease, isWhole: boolean): Promise<void> {
    const run = this.runUnder(lease, isWhole).finally(() => (this.running = null));
    this.running = run;
    return run;
  }

  private async runUnder(lease: Lease, isWhole: boolean): Promise<void> {
    const endAt = performance.now() + RUN_MS;
    const mustEnd = () => this.isEnding || performance.now() > endAt;
    try {
      const removed = await RetentionWork.run(this.parts, { nowMs: Date.now(), isWhole, mustEnd });
      if (Object.keys(removed).length > 0) this.logger.info({ removed }, 'retention removed what was too old');
    } finally {
      await lease.release();
    }
  }
}
