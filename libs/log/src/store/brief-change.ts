import { setTimeout as pause } from 'node:timers/promises';
import { type QueryRunner } from 'typeorm';

/** How long a change of the tables waits for a lock: everybody who comes after it waits as long. */
const LOCK_TIMEOUT_MS = 500;
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Runs statements of PostgreSQL that lock a table, as one query and so all or none. When a lock does not come at once,
 * everything is undone and tried again a little later, so that nobody waits for long.
 *
 * @throws the last error when the lock never came; any other error at once
 */
export function briefly(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  const sql = [`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, ...statements].join(';\n');
  return repeatedly(() => runner.query(sql) as Promise<void>);
}

/** Runs statements as {@link briefly} does, inside a transaction that holds what was done before. */
export function brieflyWithin(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  const sql = ['SAVEPOINT brief', `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, ...statements].join(';\n');
  return repeatedly(async () => {
    try {
      await runner.query(sql);
    } catch (error) {
      await runner.query('ROLLBACK TO SAVEPOINT brief').catch(() => undefined); // the first error is the one to report
      throw error;
    }
  });
}

async function repeatedly(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === ATTEMPTS_MAX || (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK)) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Rows of a query about the tables themselves. */
export async function rowsOf(runner: QueryRunner, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await runner.query(sql)) as Readonly<Record<string, unknown>>[];
}
