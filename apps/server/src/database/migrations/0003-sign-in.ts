import { big, createTableSql, dialectOf, id, integer, requiredVarchar, text, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const tables: readonly TableSpec[] = [
  /**
   * Values that a browser may present once, or a few times, within minutes: states, challenges, passed human checks.
   */
  {
    name: 'tickets',
    columns: {
      purpose: requiredVarchar(16),
      ticket_hash: requiredVarchar(64),
      session_id: varchar(64),
      data: text(),
      uses_left: integer(1),
      expires_at_ms: big(),
    },
    primaryKey: ['purpose', 'ticket_hash'],
    indexes: [['expires_at_ms']],
  },
  /** Authenticator apps; `last_step` is the time step of the last code that was accepted, so that none counts twice. */
  {
    name: 'authenticators',
    columns: {
      user_id: big(),
      secret_sealed: requiredVarchar(255),
      is_confirmed: integer(),
      last_step: big(),
      created_at_ms: big(),
    },
    primaryKey: ['user_id'],
  },
  {
    name: 'recovery_codes',
    columns: { user_id: big(), code_hash: requiredVarchar(64) },
    primaryKey: ['user_id', 'code_hash'],
  },
  {
    name: 'passkeys',
    columns: {
      id: id(),
      user_id: big(),
      credential_hash: requiredVarchar(64),
      credential_id: text(),
      public_key: text(),
      sign_count: big(),
      transports: varchar(255),
      name: varchar(64),
      is_backed_up: integer(),
      created_at_ms: big(),
      used_at_ms: big(),
    },
    unique: [['credential_hash']],
    indexes: [['user_id', 'id']],
  },
];

/** Adds ways of signing in by more than name and password. */
export class SignIn0003 implements MigrationInterface {
  readonly name = 'SignIn1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const sql of tables.flatMap(table => createTableSql(dialect, table))) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...tables].reverse()) await runner.query(`DROP TABLE ${name}`);
  }
}
