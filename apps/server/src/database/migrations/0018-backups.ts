import {
  big,
  createTableSql,
  dialectOf,
  id,
  integer,
  nullableBig,
  requiredVarchar,
  text,
  varchar,
  type TableSpec,
} from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Scheduled backups, and those that somebody started in the console. */
const backupRuns: TableSpec = {
  name: 'backup_runs',
  columns: {
    id: id(),
    place: requiredVarchar(600),
    name: requiredVarchar(64),
    is_scheduled: integer(),
    started_at_ms: big(),
    ended_at_ms: nullableBig(),
    bytes: big(),
    row_count: big(),
    error: varchar(1000),
  },
  indexes: [['started_at_ms']],
};

/** One row: the keys of the hashes, sealed with the master key that seals everything else. */
const sealing: TableSpec = {
  name: 'sealing',
  columns: { id: integer(), look_up: text() },
  primaryKey: ['id'],
};

/** What scheduled backups and a rotation of the master key keep. */
export class Backups0018 implements MigrationInterface {
  readonly name = 'Backups1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [backupRuns, sealing]) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
    await runner.query("ALTER TABLE nodes ADD COLUMN key_marks varchar(64) NOT NULL DEFAULT ''");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE nodes DROP COLUMN key_marks');
    await runner.query('DROP TABLE sealing');
    await runner.query('DROP TABLE backup_runs');
  }
}
