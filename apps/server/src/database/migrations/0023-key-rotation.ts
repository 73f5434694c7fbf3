import { type MigrationInterface, type QueryRunner } from 'typeorm';

const INDEX = 'index_tokens_previous_key_hash';
const COLUMNS = {
  previous_key_hash: "varchar(64) NOT NULL DEFAULT ''",
  previous_ends_at_ms: 'bigint NOT NULL DEFAULT 0',
  rotated_at_ms: 'bigint NOT NULL DEFAULT 0',
  accessed_ip: "varchar(64) NOT NULL DEFAULT ''",
  accessed_client: "varchar(128) NOT NULL DEFAULT ''",
} as const;

/** The secret that a rotation replaced, by its hash, and until when it works; who used a key last. */
export class KeyRotation0023 implements MigrationInterface {
  readonly name = 'KeyRotation1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of Object.entries(COLUMNS)) {
      await runner.query(`ALTER TABLE tokens ADD COLUMN ${column} ${type}`);
    }
    await runner.query(`CREATE INDEX ${INDEX} ON tokens (previous_key_hash)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const isMysql = runner.connection.options.type === 'mysql';
    await runner.query(`DROP INDEX ${INDEX}${isMysql ? ' ON tokens' : ''}`);
    for (const column of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE tokens DROP COLUMN ${column}`);
  }
}
