import { big, createTableSql, dialectOf, id, integer, requiredVarchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = {
  currency: "varchar(3) NOT NULL DEFAULT 'CNY'",
  tax_cents: 'bigint NOT NULL DEFAULT 0',
  bonus_quota: 'bigint NOT NULL DEFAULT 0',
  booked_quota: 'bigint NOT NULL DEFAULT 0',
  returned_cents: 'bigint NOT NULL DEFAULT 0',
  changes: 'bigint NOT NULL DEFAULT 0',
  session_id: "varchar(255) NOT NULL DEFAULT ''",
  checked_at_ms: 'bigint NOT NULL DEFAULT 0',
  claimed_at_ms: 'bigint NOT NULL DEFAULT 0',
  note: "varchar(255) NOT NULL DEFAULT ''",
} as const;

/** Refunds and disputes of orders, each once, by the number that its provider gave it. */
const returns: TableSpec = {
  name: 'order_returns',
  columns: {
    id: id(),
    order_id: big(),
    kind: requiredVarchar(8),
    number: requiredVarchar(128),
    money_cents: big(),
    state: integer(),
    created_at_ms: big(),
    changed_at_ms: big(),
  },
  unique: [['number']],
  indexes: [['order_id']],
};

const PAID_STATES = "'success', 'partly_refunded', 'refunded', 'disputed', 'lost'";

/** Payments by several providers: currency, tax and bonus of an order, and what went back of it. */
export class Payments0030 implements MigrationInterface {
  readonly name = 'Payments1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of Object.entries(COLUMNS)) {
      await runner.query(`ALTER TABLE orders ADD COLUMN ${column} ${type}`);
    }
    await runner.query("UPDATE orders SET booked_quota = quota WHERE status = 'success'");
    await runner.query('CREATE INDEX orders_open ON orders (status, payment_method)');
    for (const sql of createTableSql(dialectOf(runner.connection), returns)) await runner.query(sql);
  }

  /** An older version knows paid orders by one state alone. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${returns.name}`);
    await runner.query(
      runner.connection.options.type === 'mysql' || runner.connection.options.type === 'mariadb'
        ? 'DROP INDEX orders_open ON orders'
        : 'DROP INDEX orders_open',
    );
    await runner.query(`UPDATE orders SET status = 'success' WHERE status IN (${PAID_STATES})`);
    await runner.query("UPDATE orders SET status = 'expired' WHERE status = 'cancelled'");
    for (const column of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE orders DROP COLUMN ${column}`);
  }
}
