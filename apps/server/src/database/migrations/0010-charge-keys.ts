import { dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Rows of the log that are the movements of their charges bear a key; all others have none. The unique index of the keys
 * is made here on SQLite and for an empty log. On the other databases a long table would delay the start: LogTables makes
 * it while the log is used. `row_form` tells which nodes know such rows.
 */
export class ChargeKeys0010 implements MigrationInterface {
  readonly name = 'ChargeKeys1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logs ADD COLUMN charge_key integer NULL');
    await runner.query('ALTER TABLE nodes ADD COLUMN row_form integer NOT NULL DEFAULT 0');
    const dialect = dialectOf(runner.connection);
    const rows = (await runner.query('SELECT id FROM logs LIMIT 1')) as unknown[];
    if (dialect !== 'sqlite' && rows.length > 0) return;
    const keyed = dialect === 'mysql' ? '' : ' WHERE charge_key IS NOT NULL';
    await runner.query(
      `CREATE UNIQUE INDEX index_logs_created_at_ms_charge_key ON logs (created_at_ms, charge_key)${keyed}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const source = dialectOf(runner.connection) === 'mysql' ? "CONCAT('log:', id)" : "'log:' || id";
    // An older version knows movements only.
    await runner.query(
      `INSERT INTO movements (source_id, kind, user_id, token_id, channel_id, user_amount, token_amount, used_amount,
         request_count, created_at_ms)
       SELECT ${source}, 'consume', user_id, token_id, channel_id, -quota, CASE WHEN token_id = 0 THEN 0 ELSE -quota END,
         quota, 1, created_at_ms FROM logs WHERE charge_key IS NOT NULL`,
    );
    const indexes = await runner.getTable('logs').then(table => table?.indices ?? []);
    for (const index of indexes.filter(({ columnNames }) => columnNames.includes('charge_key'))) {
      await runner.dropIndex('logs', index);
    }
    await runner.query('ALTER TABLE logs DROP COLUMN charge_key');
    await runner.query('ALTER TABLE nodes DROP COLUMN row_form');
  }
}
