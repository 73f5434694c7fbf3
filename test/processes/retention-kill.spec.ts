import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseDialect } from '@platform';
import { openAged, DAY_MS, type Aged } from '../support/scenes/aged-scene';
import { describeWith, DIALECTS } from '../support/servers/databases';
import { runCommand, startCommand } from '../support/servers/server-process';

const QUOTA = 1_000_000_000;
/** Rows that keep the command busy long enough to be killed in its middle, several times. */
const CALLS = 30_000;
const MOVEMENTS = 30_000;
const NOW_MS = Date.now();
const CALLS_GO = /log_consume: \d+ so far/;
const MOVEMENTS_GO = /movements: \d+ so far/;
/** Where the command is killed; PostgreSQL drops old calls all at once. */
const STOPS: Readonly<Record<DatabaseDialect, readonly RegExp[]>> = {
  sqlite: [CALLS_GO, CALLS_GO, MOVEMENTS_GO],
  postgres: [CALLS_GO, MOVEMENTS_GO, MOVEMENTS_GO],
  mysql: [CALLS_GO, CALLS_GO, MOVEMENTS_GO],
};

/** Charged calls of sixty days ago, most of them as rows that are movements, made in the database for speed. */
async function fill(aged: Aged, dialect: DatabaseDialect): Promise<void> {
  await aged.bench.openUser(1, QUOTA);
  await aged.bench.openToken(1, QUOTA);
  const from = `FROM (${numbers(dialect, Math.max(CALLS, MOVEMENTS))}) AS counted`;
  const name = (prefix: string) => (dialect === 'mysql' ? `CONCAT('${prefix}', n)` : `'${prefix}' || n`);
  const at = NOW_MS - 60 * DAY_MS;
  await aged.query(`INSERT INTO logs (user_id, created_at_ms, type, content, token_id, model_name, quota, channel_id,
      request_id, other, charge_key) SELECT 1, ${at} + n, 2, '', 1, 'm', 60, 7, ${name('r')}, '', n ${from}`);
  await aged.query(`INSERT INTO movements (source_id, kind, user_id, token_id, channel_id, user_amount, token_amount,
      used_amount, request_count, created_at_ms)
    SELECT ${name('request:')}, 'consume', 1, 1, 7, -60, -60, 60, 1, ${at} + n ${from}`);
  const used = 60 * (CALLS + MOVEMENTS);
  await aged.query(`UPDATE accounts SET balance = balance - ${used}, used = used + ${used},
    request_count = request_count + ${CALLS + MOVEMENTS} WHERE owner_id = 1 AND kind IN (1, 2)`);
  await aged.query(
    `INSERT INTO accounts (kind, owner_id, used, request_count) VALUES (3, 7, ${used}, ${CALLS + MOVEMENTS})`,
  );
}

function numbers(dialect: DatabaseDialect, count: number): string {
  if (dialect === 'postgres') return `SELECT g AS n FROM generate_series(1, ${count}) AS g`;
  if (dialect === 'mysql') return `SELECT seq AS n FROM seq_1_to_${count}`;
  return `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}) SELECT n FROM numbers`;
}

describe.each(DIALECTS)('retention that is killed, on %s', dialect => {
  describeWith(dialect, 'in its middle', () => {
    let aged: Aged;
    let directory: string;
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'sluice-retention-'));
      aged = await openAged(dialect);
      await fill(aged, dialect);
    });
    afterAll(async () => {
      await aged.close();
      rmSync(directory, { recursive: true, force: true });
    });

    it('loses nothing, goes on, and names everything that it removed', async () => {
      const environment = {
        DATA_DIR: directory,
        DATABASE_URL: aged.url,
        MASTER_KEY: 'a master key of more than thirty letters',
      };
      const before = await aged.proof();
      await aged.keep({ log_consume: 30, movements: 40 });
      for (const wanted of STOPS[dialect]) {
        const command = startCommand(['retention'], environment);
        command.onProgress(piece => wanted.test(piece) && command.kill());
        const { signal, stderr } = await command.ended;
        expect([signal, stderr]).toEqual(['SIGKILL', expect.any(String)]);
        expect(await aged.proof()).toEqual(before);
      }
      expect(await aged.count('logs WHERE type = 2')).toBe(0);
      const left = await aged.count("movements WHERE kind = 'consume'");
      expect([left > 0, left < MOVEMENTS]).toEqual([true, true]);
      const dry = await runCommand(['retention', '--dry-run', '--json'], environment);
      const { subjects } = JSON.parse(dry.stdout) as { subjects: readonly { subject: string; rows: number }[] };
      expect(subjects.find(({ subject }) => subject === 'movements')?.rows).toBe(left);
      const { code, stdout } = await runCommand(['retention', '--json'], environment);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ isGood: true, removed: { movements: left } });
      expect(await aged.proof()).toEqual(before);
      expect(await aged.count("movements WHERE kind = 'consume'")).toBe(0);
      const [named] = await aged.query<{ other: string }>('SELECT other FROM logs WHERE type = 3');
      expect(JSON.parse(named?.other ?? '')).toMatchObject({
        admin_info: { after: { log_consume: CALLS, movements: expect.any(Number) } },
      });
      const verified = await runCommand(['ledger', 'verify'], environment);
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('sum of differences: 0')]);
      expect((await runCommand(['retention'], environment)).stdout).toBe('nothing was too old\n');
    });
  });
});
