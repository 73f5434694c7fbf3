import { dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** An index of fewer rows is made within some hundredths of a second. */
const LONG_LOG_ROWS = 100_000;
const BEFORE = ['created_at_ms, type', 'user_id, id', 'token_id, id'];
const AFTER = ['created_at_ms', 'user_id, created_at_ms', 'token_name, created_at_ms', 'model_name, created_at_ms'];

function nameOf(columns: string): string {
  return `index_logs_${columns.replace(', ', '_')}`;
}

/**
 * Indexes for a log that is listed by time, on SQLite and there for a short log. A long one gets them while it is used,
 * as on the other databases, because nobody could write meanwhile: see LogTables.
 */
export class LogIndexes0008 implements MigrationInterface {
  readonly name = 'LogIndexes1700000000008';

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, BEFORE, AFTER);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, AFTER, BEFORE);
  }
}

async function replaceIndexes(runner: QueryRunner, old: readonly string[], next: readonly string[]): Promise<void> {
  if (dialectOf(runner.connection) !== 'sqlite') return;
  const [log]: { row_count: number | null }[] = await runner.query(
    'SELECT (SELECT MAX(id) FROM logs) - (SELECT MIN(id) FROM logs) + 1 AS row_count',
  );
  if ((log?.row_count ?? 0) >= LONG_LOG_ROWS) return;
  for (const columns of old) await runner.query(`DROP INDEX IF EXISTS ${nameOf(columns)}`);
  for (const columns of next) await runner.query(`CREATE INDEX ${nameOf(columns)} ON logs (${columns})`);
}
