import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@kernel';
import type { EntityManager, QueryRunner } from 'typeorm';
import { SqliteScript, type UnitScript } from './sqlite-script';
import type { Database } from './database';

/** A caller waits at most this long for its turn; later it is told to come back instead of holding its socket. */
const TURN_TIMEOUT_MS = 15_000;
/** More units than this in line means the database has stopped; refusing at once keeps memory flat. */
const QUEUE_MAX = 20_000;
const CONFLICT_RETRIES_MAX = 4;

interface Turn {
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  readonly deadline: number;
}

/**
 * The only door through which rows are written; strictly one unit at a time in this process.
 *
 * SQLite has one writer and TypeORM gives it one connection, so overlapping transactions would tear each other. On the
 * other databases the same order costs nothing that group commit does not give back, and nodes meet there through
 * guarded statements and row locks. Serialisation conflicts are repeated: a unit must contain database work only.
 */
export class UnitOfWork {
  private readonly turns: Turn[] = [];
  private isRunning = false;
  private sqliteRunner: QueryRunner | null = null;
  private sqliteScript: SqliteScript | null = null;

  constructor(private readonly database: Database) {}

  /**
   * Runs the work in a transaction of its own and resolves after the commit.
   *
   * @throws AppError DATABASE_BUSY when the turn does not come in time; whatever the work throws, after the rollback
   */
  async run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    await this.waitForTurn();
    try {
      return await this.runWithRetries(work);
    } finally {
      this.startNext();
    }
  }

  /**
   * Runs a unit that is known beforehand. On SQLite it is one visit to the database thread; when one of its assertions
   * fails, and on the other databases, the work decides instead.
   *
   * @param plan asked when the turn has come
   * @returns what the work answered, or null when the script sufficed
   */
  async runScript<Result>(
    plan: () => UnitScript,
    work: (manager: EntityManager) => Promise<Result>,
  ): Promise<Result | null> {
    await this.waitForTurn();
    try {
      const script = plan();
      if (this.database.dialect === 'sqlite' && (await this.script().run(script))) return null;
      return await this.runWithRetries(work);
    } finally {
      this.startNext();
    }
  }

  private script(): SqliteScript {
    return (this.sqliteScript ??= new SqliteScript(this.database.writer));
  }

  private waitForTurn(): Promise<void> {
    if (!this.isRunning) {
      this.isRunning = true;
      return Promise.resolve();
    }
    if (this.turns.length >= QUEUE_MAX) return Promise.reject(new AppError('DATABASE_BUSY'));
    return new Promise((start, refuse) =>
      this.turns.push({ start, refuse, deadline: performance.now() + TURN_TIMEOUT_MS }),
    );
  }

  private startNext(): void {
    const now = performance.now();
    for (let turn = this.turns.shift(); turn; turn = this.turns.shift()) {
      if (turn.deadline >= now) return turn.start();
      turn.refuse(new AppError('DATABASE_BUSY'));
    }
    this.isRunning = false;
  }

  private async runWithRetries<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return this.database.dialect === 'sqlite' ? await this.runOnSqlite(work) : await this.runPooled(work);
      } catch (error) {
        if (attempt >= CONFLICT_RETRIES_MAX || !isConflict(error)) throw error;
        await pause(5 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  private async runPooled<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const runner = this.database.writer.createQueryRunner();
    try {
      await runner.startTransaction('READ COMMITTED');
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

  /** BEGIN IMMEDIATE takes the write lock at once; TypeORM's own deferred BEGIN could fail in the middle of the work. */
  private async runOnSqlite<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
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

/** Serialisation failure or deadlock (PostgreSQL 40001, 40P01; MySQL 1213, 1205): the same work may simply run again. */
function isConflict(error: unknown): boolean {
  const { code, errno } = (error as { driverError?: { code?: string; errno?: number } }).driverError ?? {};
  return code === '40001' || code === '40P01' || errno === 1213 || errno === 1205;
}

/** Unique key violated, on any of the three databases: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errno } = (error as { driverError?: { code?: string; errno?: number } }).driverError ?? {};
  return code === '23505' || code === 'SQLITE_CONSTRAINT' || errno === 1062;
}
