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

/** Imports of another gateway that root started in the console, and their dry runs. */
const moveInRuns: TableSpec = {
  name: 'move_in_runs',
  columns: {
    id: id(),
    source: requiredVarchar(600),
    username: requiredVarchar(64),
    is_dry_run: integer(),
    started_at_ms: big(),
    ended_at_ms: nullableBig(),
    state: requiredVarchar(16),
    step: varchar(64),
    step_rows: big(),
    error: varchar(1000),
    report: text(),
  },
  indexes: [],
};

/** What the console shows of moving in. */
export class MoveIns0017 implements MigrationInterface {
  readonly name = 'MoveIns1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTableSql(dialectOf(runner.connection), moveInRuns)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE move_in_runs');
  }
}
