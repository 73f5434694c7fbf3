import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork, type ClosedCharges } from '@platform';
import { type QueryRunner } from 'typeorm';
import { rowsOf } from './brief-change';
import { keepsChargesApart } from './charge-rows';
import { copyLog, needsCopy } from './copy-log';
import { chargeIndex, logIndexes, REPLACED_INDEXES } from './log-indexes';
import { dropAgedMonths, dropMonths, type NoteRemoved, type RemovedOfType } from './drop-months';
import { type LogAge } from './log-ages';
import { ensureMonths, isPartitioned } from './log-months';
import { partitionLog } from './partition-log';

const LOCK_NUMBER = 7_308_326;
const LOCK_NAME = 'sluice log tables';

/**
 * Brings the table of the log into its present form while it is used, and keeps the partitions of the coming months
 * ready.
 */
@Injectable()
export class LogTables {
  private running: { readonly runner: QueryRunner; readonly session: number } | null = null;

  private isEnded = false;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Does what is left to do; safe to call at any time and on any node. */
  async prepare(nowMs = Date.now()): Promise<void> {
    const { dialect, read } = this.database;
    if (dialect === 'sqlite' && (await needsCopy(read))) {
      await copyLog({ unitOfWork: this.unitOfWork, isEnded: () => this.isEnded });
    }
    if (dialect === 'postgres') {
      await this.alone(async runner => {
        await partitionLog(runner, nowMs);
        await ensureMonths(runner, nowMs);
      });
    }
    if (dialect === 'mysql') await this.alone(addIndexesOnline);
  }

  /** Whether the database stores the row of a charge at most once, so that it can be the movement of the charge. */
  async hasChargeIndex(): Promise<boolean> {
    const { dialect, read } = this.database;
    if (dialect === 'sqlite') return true; // a migration has made it
    const { name } = chargeIndex();
    const sql =
      dialect === 'postgres'
        ? `SELECT 1 AS one FROM pg_index WHERE indexrelid = to_regclass('${name}') AND indisvalid`
        : `SELECT 1 AS one FROM information_schema.statistics
           WHERE table_schema = DATABASE() AND table_name = 'logs' AND index_name = '${name}' LIMIT 1`;
    const rows: unknown[] = await read.query(sql);
    return rows.length > 0;
  }

  /**
   * Drops the months that are older than a time as a whole, but none with charges that may be asked for again.
   *
   * @param closed takes what their charges come to
   * @returns number of rows dropped
   */
  async dropBefore(beforeMs: number, closed: ClosedCharges, nowMs = Date.now()): Promise<number> {
    if (this.database.dialect !== 'postgres') return 0;
    const dropped = await this.alone(async runner =>
      (await isPartitioned(runner)) ? dropMonths(runner, Math.min(beforeMs, keepsChargesApart(nowMs)), closed) : 0,
    );
    return dropped ?? 0;
  }

  /**
   * Drops the months in which nearly every row is older than its type may get, but none with charges that may be asked
   * for again.
   *
   * @param note called inside the transaction that drops a month, with what goes
   * @returns what was removed, by type
   */
  async dropAged(
    ages: readonly LogAge[],
    closed: ClosedCharges,
    { nowMs, note }: { readonly nowMs: number; readonly note: NoteRemoved },
  ): Promise<readonly RemovedOfType[]> {
    if (this.database.dialect !== 'postgres' || ages.length === 0) return [];
    const untilMs = Math.min(keepsChargesApart(nowMs), Math.max(...ages.map(({ beforeMs }) => beforeMs)));
    const dropped = await this.alone(async runner =>
      (await isPartitioned(runner)) ? dropAgedMonths(runner, { ages, untilMs, closed, note }) : [],
    );
    return dropped ?? [];
  }

  /** Ends a preparation that runs; the next start goes on with it. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isEnded = true;
    if (!this.running) return;
    const { session } = this.running;
    const sql = this.database.dialect === 'postgres' ? `SELECT pg_cancel_backend(${session})` : `KILL QUERY ${session}`;
    await this.database.read.query(sql).catch(() => undefined); // it has ended already
  }

  /** Runs work on its own connection, on one node at a time. @returns null when another node works on the tables */
  private alone<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result | null> {
    const isPostgres = this.database.dialect === 'postgres';
    const take = isPostgres
      ? `SELECT pg_try_advisory_lock(${LOCK_NUMBER}) AS taken, pg_backend_pid() AS session`
      : `SELECT GET_LOCK('${LOCK_NAME}', 0) AS taken, CONNECTION_ID() AS session`;
    // The lock ends with the connection, which is closed after the work.
    return this.database.withoutLimits(async runner => {
      const [lock] = await rowsOf(runner, take);
      if (!lock?.taken || Number(lock.taken) === 0) return null;
      this.running = { runner, session: Number(lock.session) };
      try {
        return await work(runner);
      } finally {
        this.running = null;
      }
    });
  }
}

/** MariaDB and MySQL build an index while the table is written; only the start and the end of it lock the table. */
async function addIndexesOnline(runner: QueryRunner): Promise<void> {
  await runner.query('SET SESSION lock_wait_timeout = 1');
  const rows = await rowsOf(
    runner,
    `SELECT DISTINCT index_name AS name FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = 'logs'`,
  );
  const existing = new Set(rows.map(({ name }) => String(name)));
  for (const { name, columns, isUnique } of logIndexes('mysql')) {
    if (existing.has(name)) continue;
    const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX';
    await runner.query(`ALTER TABLE logs ADD ${kind} ${name} (${columns}), ALGORITHM=INPLACE, LOCK=NONE`);
  }
  for (const name of REPLACED_INDEXES.filter(name => existing.has(name))) {
    await runner.query(`ALTER TABLE logs DROP INDEX ${name}, ALGORITHM=INPLACE, LOCK=NONE`);
  }
}
