import { dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const BEFORE = ['created_at_ms, type', 'user_id, id', 'token_id, id'];
const AFTER = ['created_at_ms', 'user_id, created_at_ms', 'token_name, created_at_ms', 'model_name, created_at_ms'];

function nameOf(columns: string): string {
  return `index_logs_${columns.replace(', ', '_')}`;
}

/**
 * Indexes for a log that is listed by time, on SQLite. The other databases get them while the log is used, because a
 * long table would delay the start, see LogTables.
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
  for (const columns of old) await runner.query(`DROP INDEX ${nameOf(columns)}`);
  for (const columns of next) await runner.query(`CREATE INDEX ${nameOf(columns)} ON logs (${columns})`);
}
