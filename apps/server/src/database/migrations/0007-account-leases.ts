import { big, createTableSql, dialectOf, integer, requiredVarchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Units of an account that a process reserves in its memory: docs/money.md#leases. */
const accountLeases: TableSpec = {
  name: 'account_leases',
  columns: {
    holder_id: requiredVarchar(32),
    kind: integer(),
    owner_id: big(),
    amount: big(),
    turn: integer(),
    last_change: big(),
  },
  primaryKey: ['holder_id', 'kind', 'owner_id'],
  indexes: [['kind', 'owner_id']],
};

export class AccountLeases0007 implements MigrationInterface {
  readonly name = 'AccountLeases1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const sql of createTableSql(dialect, accountLeases)) await runner.query(sql);
    const type = dialect === 'sqlite' ? 'integer' : 'bigint';
    await runner.query(`ALTER TABLE accounts ADD COLUMN leased ${type} NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // What is leased belongs to the balance again, because an older version knows no leases.
    await runner.query('UPDATE accounts SET balance = balance + leased');
    await runner.query('ALTER TABLE accounts DROP COLUMN leased');
    await runner.query('DROP TABLE account_leases');
  }
}
