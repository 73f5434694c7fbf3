import { type Readable } from 'node:stream';
import { moveInFileParts, type MoveInFile, type MoveInFilePart, type MoveInStart, type MoveInStatus } from '@contracts';
import { AppError } from '@kernel';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  CONFIG,
  Leases,
  Logger,
  ManagementLog,
  UnitOfWork,
  type Actor,
  type Config,
  type Lease,
  type ManagementEntry,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { MoveInRunStore } from './move-in-run.store';
import { countsText, reportView, runView } from './move-in-view';
import { MoveInWork } from './move-in-work';
import { SentFiles } from './sent-files';
import { sourceAddress, withoutSecrets } from './source-address';

/** Longer than any pause of a process; the lease of one that has died ends soon. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
/** How often the row of a run says how far it is. */
const TELL_EVERY_MS = 1_000;

/** A run with everything that it needs; the texts in it may hold passwords. */
interface Plan {
  readonly from: string;
  readonly logsFrom?: string;
  readonly saltKey: string;
  readonly isDryRun: boolean;
  /** The source without its password. */
  readonly shown: string;
  readonly actor: Pick<Actor, 'id' | 'username' | 'clientIp'>;
}

/** Moves in on request of root, one at a time among all nodes, and goes on without the browser. */
@Injectable()
export class MoveIn implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private toldAt = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: MoveInRunStore,
    private readonly files: SentFiles,
    private readonly work: MoveInWork,
    private readonly leases: Leases,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly logger: Logger,
  ) {}

  async status(): Promise<MoveInStatus> {
    await this.noteInterrupted();
    const run = await this.runs.newest();
    return {
      source_file: await this.files.find('source'),
      logs_file: await this.files.find('logs'),
      run: run && runView(run),
    };
  }

  /** @throws AppError MOVE_IN_RUNNING and those of SentFiles.take */
  send(part: MoveInFilePart, body: Readable, length: number | null): Promise<MoveInFile> {
    this.refuseWhileRunning();
    return this.files.take(part, body, length);
  }

  /** @throws AppError MOVE_IN_RUNNING */
  async removeFile(part: MoveInFilePart): Promise<void> {
    this.refuseWhileRunning();
    await this.files.remove(part);
  }

  /**
   * Returns as soon as the run stands in its table.
   *
   * @throws AppError MOVE_IN_RUNNING, MOVE_IN_ADDRESS, MOVE_IN_NO_FILE, MOVE_IN_IN_MEMORY
   */
  async start(request: MoveInStart, actor: Actor): Promise<void> {
    if (this.config.database.url === ':memory:') throw new AppError('MOVE_IN_IN_MEMORY');
    const plan = await this.planOf(request, actor);
    this.refuseWhileRunning();
    const lease = await this.leases.acquire('move-in', LEASE_MS);
    if (!lease) throw new AppError('MOVE_IN_RUNNING');
    const id = await this.begun(plan).catch(async (error: unknown) => {
      await lease.release();
      throw error;
    });
    this.running = this.underLease(lease, id, plan)
      .catch((error: unknown) => this.logger.error({ err: error }, 'the end of moving in could not be recorded'))
      .finally(() => (this.running = null));
  }

  /** Ends a run between two pages; it may be repeated. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('the server was stopped; run it again.'));
    await this.running;
  }

  private refuseWhileRunning(): void {
    if (this.running || this.stopping.signal.aborted) throw new AppError('MOVE_IN_RUNNING');
  }

  private async planOf(request: MoveInStart, { id, username, clientIp }: Actor): Promise<Plan> {
    const { address, logs_address, has_logs_file, salt_key: saltKey, is_dry_run: isDryRun } = request;
    const from = address === '' ? await this.fileOf('source') : sourceAddress(address);
    const file = has_logs_file ? await this.fileOf('logs') : null;
    const logs = logs_address === '' ? file : sourceAddress(logs_address);
    return {
      from: from.url,
      ...(logs && { logsFrom: logs.url }),
      saltKey,
      isDryRun,
      shown: from.shown,
      actor: { id, username, clientIp },
    };
  }

  private async fileOf(part: MoveInFilePart): Promise<{ readonly url: string; readonly shown: string }> {
    if (!(await this.files.find(part))) throw new AppError('MOVE_IN_NO_FILE');
    return { url: this.files.pathOf(part), shown: 'file' };
  }

  /** Who has the lease knows that nobody works on what is unfinished. */
  private async begun(plan: Plan): Promise<number> {
    await this.runs.endLeft();
    return this.begin(plan);
  }

  private begin({ shown, actor, isDryRun }: Plan): Promise<number> {
    const { username } = actor;
    return this.unitOfWork.run(async manager => {
      const id = await this.runs.begin(manager, { source: shown, username, isDryRun, startedAtMs: Date.now() });
      if (!isDryRun) await this.record(manager, actor, { key: 'move_in_begun', source: shown });
      return id;
    });
  }

  private async underLease(lease: Lease, id: number, plan: Plan): Promise<void> {
    const lost = new AbortController();
    const renewal = setInterval(() => {
      // Where the store of the leases cannot be reached, no other node can take this one either.
      void lease.renew(LEASE_MS).then(
        isKept => (isKept ? undefined : lost.abort(new Error('another node took over; run it again.'))),
        () => undefined,
      );
    }, RENEW_EVERY_MS);
    try {
      await this.runOnce(id, plan, AbortSignal.any([this.stopping.signal, lost.signal]));
    } finally {
      clearInterval(renewal);
      await lease.release();
    }
  }

  private async runOnce(id: number, plan: Plan, signal: AbortSignal): Promise<void> {
    const { isDryRun, actor, shown } = plan;
    const onRows = (table: string, rows: number) => this.tell(id, table, rows);
    try {
      const report = reportView(await this.work.run({ ...plan, signal, onRows }));
      await this.unitOfWork.run(async manager => {
        await this.runs.end(manager, id, { state: 'done', report: JSON.stringify(report) });
        const counts = countsText(report);
        if (!isDryRun) await this.record(manager, actor, { key: 'move_in_done', source: shown, counts });
      });
      if (!isDryRun) for (const part of moveInFileParts) await this.files.remove(part);
      this.logger.info({ source: shown, isDryRun }, 'moving in has ended');
    } catch (cause) {
      const message = (cause as Error).message.split('\n', 1)[0] ?? '';
      const error = withoutSecrets(message, [plan.from, plan.logsFrom ?? '', plan.saltKey]);
      this.logger.error({ source: shown, isDryRun, error }, 'moving in failed');
      const state = signal.aborted ? 'interrupted' : 'failed';
      await this.unitOfWork.run(async manager => {
        await this.runs.end(manager, id, { state, error });
        if (!isDryRun) await this.record(manager, actor, { key: 'move_in_failed', source: shown });
      });
    }
  }

  private tell(id: number, table: string, rows: number): void {
    if (performance.now() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = performance.now();
    this.runs.setStep(id, table, rows).catch(() => undefined); // the next one tells it
  }

  private async record(manager: EntityManager, actor: Plan['actor'], said: ManagementEntry['said']): Promise<void> {
    const { id: userId, username } = actor;
    await this.managementLog.record(manager, { userId, username, actor, target: 'move-in', said });
  }

  private async noteInterrupted(): Promise<void> {
    const run = await this.runs.newest();
    if (this.running || run?.state !== 'running') return;
    const lease = await this.leases.acquire('move-in', LEASE_MS).catch(() => null);
    if (!lease) return;
    try {
      await this.runs.endLeft();
    } finally {
      await lease.release();
    }
  }
}
