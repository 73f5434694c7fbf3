import {
  big,
  createTableSql,
  dialectOf,
  id,
  integer,
  nullableBig,
  requiredVarchar,
  varchar,
  type TableSpec,
} from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Codes with which new people open accounts: docs/sign-in.md. */
const codes: TableSpec = {
  name: 'registration_codes',
  columns: {
    id: id(),
    code_hash: requiredVarchar(64),
    code_sealed: requiredVarchar(255),
    note: varchar(100),
    user_group: varchar(255),
    quota: big(),
    uses: integer(),
    uses_max: integer(1),
    status: integer(1),
    created_by: big(),
    created_at_ms: big(),
    expires_at_ms: big(),
    deleted_at_ms: nullableBig(),
  },
  unique: [['code_hash']],
};

const uses: TableSpec = {
  name: 'registration_uses',
  columns: { id: id(), code_id: big(), user_id: big(), used_at_ms: big() },
  unique: [['user_id']],
  indexes: [['code_id']],
};

/** What rules about claims gave people. */
const grants: TableSpec = {
  name: 'claim_grants',
  columns: {
    id: id(),
    user_id: big(),
    target: requiredVarchar(40),
    given_value: varchar(255),
    former_value: varchar(255),
    given_at_ms: big(),
  },
  unique: [['user_id', 'target']],
};

const TABLES = [codes, uses, grants];

/** Registration codes, and what claims of a provider gave. */
export class Joining0032 implements MigrationInterface {
  readonly name = 'Joining1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of TABLES) await runner.query(`DROP TABLE ${name}`);
  }
}
