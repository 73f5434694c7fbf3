import { setTimeout as pause } from 'node:timers/promises';
import { type EntityManager, type QueryRunner } from 'typeorm';
import { isConflict, isLockTimeout } from './database-errors';
import { GROUP_LOCK_MS } from './session-limits';
import { SqliteScript, type UnitScript } from './sqlite-script';
import { type Database } from './database';
import { Turns } from './turns';

/** A caller waits at most this long for its turn. */
const TURN_TIMEOUT_MS = 8000;
const CONFLICT_RETRIES_MAX = 4;
/**
 * Work that waited for a lock has used up time already: it is repeated only as long as a caller may be kept waiting.
 */
const LOCK_PATIENCE_MS = 4000;

/** Turns between processes that write to one SQLite file. */
export interface FileTurnTaker {
  /** Resolves when it is this process's turn, with the function that ends the turn. */
  takeTurn(): Promise<() => void>;
}

type Work<Result> = (manager: EntityManager) => Promise<Result>;

/**
 * The only way by which rows are written.
 *
 * SQLite has one writer and TypeORM gives it one connection, so overlapping transactions would break each other: there
 * units run strictly one at a time. On the other databases a few run in parallel, so that a unit that meets a locked
 * row or a silent connection delays no other; guarded statements and row locks protect them from each other, as they do
 * between nodes. Groups have their own lanes, so that the console never delays the booking of charges. Conflicts are
 * repeated: a unit must contain database work only.
 */
export class UnitOfWork {
  private readonly turns: Turns;
  private readonly groupTurns: Turns;
  private sqliteRunner: QueryRunner | null = null;
  private sqliteScript: SqliteScript | null = null;
  /** Hears how long each unit took from its turn to its end; null where nobody measures. */
  watcher: ((outcome: 'done' | 'failed', ms: number) => void) | null = null;

  constructor(
    private readonly database: Database,
    turnTimeoutMs = TURN_TIMEOUT_MS,
    /** Where other processes of this node write to the same file. */
    private readonly fileTurns: FileTurnTaker | null = null,
  ) {
    const { units, groups } = database.lanes;
    this.turns = new Turns(units, turnTimeoutMs);
    this.groupTurns = groups === 0 ? this.turns : new Turns(groups, turnTimeoutMs);
  }

  /** Units and groups that wait for their turn. */
  get waitingCount(): number {
    const groups = this.groupTurns === this.turns ? 0 : this.groupTurns.waitingCount;
    return this.turns.waitingCount + groups;
  }

  /** How many groups may run in parallel. */
  get groupLanes(): number {
    return this.groupTurns.lanes;
  }

  /**
   * Runs the work in its own transaction and resolves after the commit.
   *
   * @throws AppError DATABASE_BUSY when the turn does not come in time; any error of the work, after the rollback
   */
  async run<Result>(work: Work<Result>): Promise<Result> {
    return this.inTurn(this.turns, () => this.runWithRetries(work, LOCK_PATIENCE_MS));
  }

  /**
   * Runs the work in a lane for groups, with a short wait for locks: the caller finds out which row of its group is
   * locked, see GroupQueue.
   */
  async runGroup<Result>(work: Work<Result>): Promise<Result> {
    return this.inTurn(this.groupTurns, () => this.runWithRetries(work, 0, true));
  }

  /**
   * Runs a group that is known beforehand. On SQLite this is one round trip to the database thread; when one of its
   * assertions fails, and on the other databases, the work decides instead.
   *
   * @param plan called when the turn has come; null where a script cannot decide
   * @param isUrgent false takes the turn of an ordinary unit
   * @returns the result of the work, or null when the script sufficed
   */
  async runScript<Result>(plan: () => UnitScript | null, work: Work<Result>, isUrgent = true): Promise<Result | null> {
    return this.inTurn(isUrgent ? this.groupTurns : this.turns, async () => {
      const script = this.database.dialect === 'sqlite' ? plan() : null;
      if (script && (await this.script().run(script))) return null;
      return this.runWithRetries(work, 0, isUrgent);
    });
  }

  /** Runs a statement of SQLite that must stand outside of every transaction, as VACUUM, while nobody else writes. */
  async runOutside(sql: string): Promise<void> {
    await this.inTurn(this.turns, async () => {
      const runner = (this.sqliteRunner ??= this.database.writer.createQueryRunner());
      await runner.query(sql);
    });
  }

  private async inTurn<Result>(turns: Turns, unit: () => Promise<Result>): Promise<Result> {
    await turns.take();
    const leaveFile = this.fileTurns && (await this.fileTurns.takeTurn());
    try {
      return await (this.watcher === null ? unit() : watched(unit, this.watcher));
    } finally {
      leaveFile?.();
      turns.leave();
    }
  }

  private script(): SqliteScript {
    if (this.sqliteScript) return this.sqliteScript;
    const script = new SqliteScript(this.database.writer);
    this.database.onClose(() => script.end());
    return (this.sqliteScript = script);
  }

  private async runWithRetries<Result>(work: Work<Result>, lockPatienceMs: number, isGroup = false): Promise<Result> {
    const startedAt = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return this.database.dialect === 'sqlite' ? await this.runOnSqlite(work) : await this.runPooled(work, isGroup);
      } catch (error) {
        const mayWait = isLockTimeout(error) && performance.now() - startedAt < lockPatienceMs;
        if (attempt >= CONFLICT_RETRIES_MAX || !(isConflict(error) || mayWait)) throw error;
        await pause(5 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  private async runPooled<Result>(work: Work<Result>, isGroup: boolean): Promise<Result> {
    const runner = this.database.writer.createQueryRunner();
    try {
      await this.begin(runner, isGroup);
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined); // the first error is the one to report
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** MariaDB has no setting for less than a second; there the locking statement itself sets the limit. */
  private async begin(runner: QueryRunner, isGroup: boolean): Promise<void> {
    if (!isGroup || this.database.dialect !== 'postgres') return runner.startTransaction('READ COMMITTED');
    await runner.startTransaction();
    // The limit and the isolation level are set in one round trip to the server.
    await runner.query(`SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${GROUP_LOCK_MS}`);
  }

  /** BEGIN IMMEDIATE takes the write lock at once; TypeORM's own deferred BEGIN could fail in the middle of the work. */
  private async runOnSqlite<Result>(work: Work<Result>): Promise<Result> {
    const runner = (this.sqliteRunner ??= this.database.writer.createQueryRunner());
    await runner.query('BEGIN IMMEDIATE');
    // TypeORM's save() would otherwise open a transaction inside this one.
    (runner as { isTransactionActive: boolean }).isTransactionActive = true;
    try {
      const result = await work(runner.manager);
      await runner.query('COMMIT');
      return result;
    } catch (error) {
      await runner.query('ROLLBACK').catch(() => undefined); // a failed COMMIT may have rolled back already
      throw error;
    } finally {
      (runner as { isTransactionActive: boolean }).isTransactionActive = false;
    }
  }
}

async function watched<Result>(
  unit: () => Promise<Result>,
  watcher: NonNullable<UnitOfWork['watcher']>,
): Promise<Result> {
  const startedAt = performance.now();
  let outcome: 'done' | 'failed' = 'failed';
  try {
    const result = await unit();
    outcome = 'done';
    return result;
  } finally {
    watcher(outcome, performance.now() - startedAt);
  }
}
