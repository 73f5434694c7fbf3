import { compactMovements } from '@billing';
import { LogType, retentionSubjects, type LogPart, type LogTypeValue, type RetentionSubject } from '@contracts';
import { removeAgedRows, type LogAge, type LogTables } from '@log';
import { SERVER_ACTOR, type ClosedCharges, type Database, type ManagementLog, type UnitOfWork } from '@platform';
import { setTimeout as pause } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { agedIds, agedTables, removeIds, type TableSubject } from './store/aged-tables';
import { agedHours, HOURS_BATCH, removeHours } from './store/aged-hours';
import { readAges, type Ages } from './store/cutoffs';
import { stepsOfLog } from './store/log-steps';
import { ReturnSpace } from './store/return-space';
import { markNamed, noteDone, noteRemoved, noteRun, RetentionStates } from './store/retention-state';

/** Others come first: a unit of work is followed by a pause as long as it took, and by at least this one. */
const PAUSE_MIN_MS = 10;
/** Rows after which progress is told. */
const SAID_EVERY = 10_000;
/** Rows that an earlier run could not see, because they came late or from elsewhere, are looked for so often. */
const WALK_EVERY_MS = 7 * 86_400_000;
/** Rows of the last hour before the end of the last run may have come since. */
const LATE_MS = 3_600_000;

export const LOG_TYPES = {
  log_consume: LogType.Consume,
  log_top_up: LogType.TopUp,
  log_management: LogType.Admin,
  log_system: LogType.System,
  log_error: LogType.Error,
  log_warning: LogType.Warning,
  log_reward: LogType.Reward,
} as const satisfies { readonly [Subject in RetentionSubject]?: LogTypeValue };

export type LogSubject = keyof typeof LOG_TYPES;

export const logSubjects = Object.keys(LOG_TYPES) as readonly LogSubject[];

export interface RetentionParts {
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  readonly logTables: LogTables;
  readonly closed: ClosedCharges;
  readonly managementLog: ManagementLog;
}

export interface RunOptions {
  readonly nowMs: number;
  /** Looks through everything, also what earlier runs have looked through. */
  readonly isWhole: boolean;
  /** Whether the run should end before its work is done; the next run goes on. */
  readonly mustEnd?: () => boolean;
  readonly say?: (line: string) => void;
}

export type Removed = Readonly<Partial<Record<RetentionSubject, number>>>;

/**
 * Removes what is older than the options allow, and sums up old movements. Every step is a unit of work that leaves the
 * ledger proven, so a run may end anywhere, and may run beside another one; the next run goes on.
 */
export class RetentionWork {
  private readonly removed: Partial<Record<RetentionSubject, number>> = {};
  private readonly touched = new Set<string>();

  private constructor(
    private readonly parts: RetentionParts,
    private readonly options: RunOptions,
    private readonly ages: Ages,
    private readonly states: RetentionStates,
  ) {}

  /** @returns what was removed */
  static async run(parts: RetentionParts, options: RunOptions): Promise<Removed> {
    const { read } = parts.database;
    const work = new RetentionWork(
      parts,
      options,
      await readAges(read, options.nowMs),
      await RetentionStates.read(read),
    );
    try {
      await work.runAll();
    } finally {
      await work.name();
    }
    return work.removed;
  }

  private async runAll(): Promise<void> {
    await this.months();
    for (const subject of logSubjects) await this.when(subject, () => this.log(subject));
    for (const subject of Object.keys(agedTables) as TableSubject[]) {
      await this.when(subject, () => this.table(subject));
    }
    await this.when('usage_hours', () => this.hours());
    await this.when('movements', () => this.movements());
    if (this.mustEnd()) return;
    const removed = Object.values(this.removed).reduce((sum, count) => sum + count, 0);
    await new ReturnSpace(this.parts).after(removed, [...this.touched]);
    await this.unit(manager => noteRun(manager, this.options.nowMs));
  }

  /** Does the work of a subject that has something to do, and notes its end. */
  private async when(subject: RetentionSubject, work: () => Promise<void>): Promise<void> {
    const { beforeMs } = this.ages[subject];
    const isWhole = this.isWhole(subject);
    const isDone = this.states.of(subject).doneUntilMs >= beforeMs && !isWhole;
    if (beforeMs === 0 || isDone || this.mustEnd()) return;
    await work();
    if (this.mustEnd()) return;
    const walkedAtMs = isWhole ? this.options.nowMs : null;
    await this.unit(manager => noteDone(manager, subject, { untilMs: beforeMs, walkedAtMs }));
    this.options.say?.(`${subject}: ${this.removed[subject] ?? 0}`);
  }

  private isWhole(subject: RetentionSubject): boolean {
    const { isWhole, nowMs } = this.options;
    return isWhole || nowMs - this.states.of(subject).walkedAtMs > WALK_EVERY_MS;
  }

  /** Whole months of PostgreSQL. */
  private async months(): Promise<void> {
    const { logTables, closed } = this.parts;
    const ages = logSubjects.flatMap(subject => this.logAge(subject) ?? []);
    const subjectOf = (type: LogTypeValue) => logSubjects.find(subject => LOG_TYPES[subject] === type);
    const dropped = await logTables.dropAged(ages, closed, {
      nowMs: this.options.nowMs,
      note: async (manager, counts) => {
        for (const { type, count } of counts) {
          const subject = subjectOf(type);
          if (subject) await noteRemoved(manager, subject, count);
        }
      },
    });
    for (const { type, count } of dropped) {
      const subject = subjectOf(type);
      if (subject) this.count(subject, count);
    }
    if (dropped.length > 0) this.options.say?.('months of the log were dropped');
  }

  private logAge(subject: LogSubject): LogAge | null {
    const { beforeMs } = this.ages[subject];
    return beforeMs === 0 ? null : { type: LOG_TYPES[subject], beforeMs };
  }

  private async log(subject: LogSubject): Promise<void> {
    const age = this.logAge(subject);
    if (!age) return;
    const fromMs = this.isWhole(subject) ? 0 : Math.max(0, this.states.of(subject).doneUntilMs - LATE_MS);
    for await (const span of stepsOfLog(this.parts.database.read, fromMs, age.beforeMs)) {
      for (let count = 1; count > 0 && !this.mustEnd();) {
        count = await this.remove(subject, manager => removeAgedRows(manager, span, [age], this.parts.closed));
      }
      if (this.mustEnd()) return;
    }
    this.touched.add('logs');
  }

  private async table(subject: TableSubject): Promise<void> {
    const { beforeMs } = this.ages[subject];
    const aged = agedTables[subject];
    for await (const ids of agedIds(this.parts.database.read, aged, beforeMs)) {
      if (this.mustEnd()) return;
      await this.remove(subject, manager => removeIds(manager, aged, ids, beforeMs));
    }
    this.touched.add(aged.table);
  }

  private async hours(): Promise<void> {
    const { beforeMs } = this.ages.usage_hours;
    for await (const part of agedHours(this.parts.database.read, beforeMs)) {
      for (let count = HOURS_BATCH; count === HOURS_BATCH;) {
        if (this.mustEnd()) return;
        count = await this.remove('usage_hours', manager => removeHours(manager, part, beforeMs));
      }
      this.touched.add(part.table);
    }
  }

  private async movements(): Promise<void> {
    const { beforeMs } = this.ages.movements;
    for (let afterId: number | null = 0; afterId !== null && !this.mustEnd();) {
      const at: number = afterId;
      await this.remove('movements', async manager => {
        const { removed, nextId } = await compactMovements(manager, { afterId: at, beforeMs });
        afterId = nextId;
        return removed;
      });
    }
    this.touched.add('movements');
  }

  /** A unit of work that removes rows of a subject and counts them. */
  private async remove(subject: RetentionSubject, work: (manager: EntityManager) => Promise<number>): Promise<number> {
    const count = await this.unit(async manager => {
      const removed = await work(manager);
      await noteRemoved(manager, subject, removed);
      return removed;
    });
    this.count(subject, count);
    return count;
  }

  private count(subject: RetentionSubject, rows: number): void {
    if (rows === 0) return;
    const before = this.removed[subject] ?? 0;
    this.removed[subject] = before + rows;
    const steps = (count: number) => Math.floor(count / SAID_EVERY);
    if (steps(before) < steps(before + rows)) this.options.say?.(`${subject}: ${before + rows} so far`);
  }

  private async unit<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await this.parts.unitOfWork.run(work);
    await pause(Math.max(PAUSE_MIN_MS, performance.now() - startedAt));
    return result;
  }

  private mustEnd(): boolean {
    return this.options.mustEnd?.() ?? false;
  }

  /** Names in the management log what was removed since it was last named, also by a run that was killed. */
  private async name(): Promise<void> {
    await this.parts.unitOfWork.run(async manager => {
      const states = await RetentionStates.read(manager);
      const counts = retentionSubjects
        .map(subject => ({ subject, count: states.of(subject).unnamedRows }))
        .filter(({ count }) => count > 0);
      if (counts.length === 0) return;
      await markNamed(manager, this.options.nowMs);
      const removed = counts.map(({ subject, count }) => ({ key: `retention_${subject}`, count }) as const);
      await this.parts.managementLog.record(manager, {
        ...(await rootOf(manager)),
        said: { key: 'retention_removed', removed: removed as LogPart[] },
        actor: SERVER_ACTOR,
        target: 'retention',
        after: Object.fromEntries(counts.map(({ subject, count }) => [subject, count])),
      });
    });
  }
}

/** The row stands in the log of the first root. */
async function rootOf(manager: EntityManager): Promise<{ readonly userId: number; readonly username: string }> {
  const [root]: { id: number | string; username: string }[] = await manager.query(
    'SELECT id, username FROM users WHERE role = 100 AND deleted_at_ms IS NULL ORDER BY id LIMIT 1',
  );
  return { userId: Number(root?.id ?? 0), username: root?.username ?? '' };
}
