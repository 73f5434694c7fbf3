import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyLedger } from '@billing';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/servers/databases';

const KILLS = Number(process.env.SLUICE_KILLS ?? 40);
const CHILD = join(__dirname, 'kill-child.cjs');

/** The amounts that the killed process had acknowledged. */
interface Acknowledged {
  readonly credits: readonly string[];
  readonly settled: ReadonlyMap<string, number>;
}

/** Lets a process work on the ledger and kills it after a random time, without any warning. */
function workUntilKilled(databaseUrl: string, round: number): Promise<Acknowledged> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, databaseUrl, String(round)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let problem = '';
    child.stderr.on('data', data => (problem += String(data)));
    child.stdout.on('data', data => {
      const isFirst = output === '';
      output += String(data);
      if (isFirst) setTimeout(() => child.kill('SIGKILL'), 5 + Math.random() * 250);
    });
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`the process ended by itself (${code}): ${problem}`));
      const lines = output.split('\n').map(line => line.split(' '));
      resolve({
        credits: lines.filter(([kind]) => kind === 'credit').map(([, source = '']) => source),
        settled: new Map(lines.filter(([kind]) => kind === 'settled').map(([, id = '', units]) => [id, Number(units)])),
      });
    });
  });
}

describe('a ledger whose process is killed', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await createTestDatabase('sqlite')));
  afterAll(() => database.drop());

  it(`agrees with its movements after each of ${KILLS} kills, and nothing acknowledged is lost`, async () => {
    expect(existsSync(join(__dirname, '../../dist/libs/billing/src/index.js'))).toBe(true);
    const file = database.url.slice('sqlite:'.length);
    let acknowledged = 0;
    for (let round = 1; round <= KILLS; round++) {
      const { credits, settled } = await workUntilKilled(database.url, round);
      const source = await new DataSource({ type: 'sqlite', database: file }).initialize();
      try {
        const report = await verifyLedger(source);
        expect({ round, ...report }).toMatchObject({ round, differenceUnits: 0 });
        const rows: { source_id: string; used_amount: number }[] = await source.query(
          `SELECT source_id, used_amount FROM movements WHERE source_id LIKE 'credit:${round}:%' OR source_id LIKE 'request:${round}-%'
           UNION ALL SELECT 'request:' || request_id || ':settle', quota FROM logs
             WHERE charge_key IS NOT NULL AND request_id LIKE '${round}-%'`,
        );
        const stored = new Map(rows.map(row => [row.source_id, row.used_amount]));
        expect(credits.filter(credit => !stored.has(credit))).toEqual([]);
        for (const [id, units] of settled) expect(stored.get(`request:${id}:settle`)).toBe(units);
        const logged: { count: number }[] = await source.query(
          `SELECT COUNT(*) AS count FROM logs WHERE request_id LIKE '${round}-%'`,
        );
        const consumed = rows.filter(row => row.source_id.startsWith('request:')).length;
        expect(logged[0]?.count).toBe(consumed);
        expect(stored.size).toBe(rows.length);
        acknowledged += credits.length + settled.size;
      } finally {
        await source.destroy();
      }
    }
    expect(acknowledged).toBeGreaterThan(KILLS * 10);
  });
});
