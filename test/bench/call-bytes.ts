import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogTables } from '@log';
import { type Database } from '@platform';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

/**
 * Bytes on disk that a charged call leaves behind, by table with its indexes, on an empty database (BENCH_DATABASE_URL, a
 * SQLite file by default). People work by sessions of ten calls with one key, model and channel, over a month. Prints
 * one JSON line.
 */
const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const IN_FLIGHT = 256;
const PEOPLE = 200;
const MODELS = 120;
const MONTH_MS = 30 * 86_400_000;
const TABLES = ['logs', 'movements', 'usage_hours', 'usage_sums'] as const;

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-call-bytes-'));
  const url = process.env.BENCH_DATABASE_URL ?? `sqlite:${join(directory, 'ledger.db')}`;
  const bench = await openLedger(url, join(__dirname, '../../config'));
  await new LogTables(bench.database, bench.unitOfWork).prepare(Date.now() - MONTH_MS);
  bench.logs.movementRows.begin();
  for (let person = 1; person <= PEOPLE; person++) {
    await bench.openUser(person, 1_000_000_000_000);
    await bench.openToken(person, 0, true);
  }
  const startMs = Date.now() - MONTH_MS;
  let at = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (at < CALLS) await charge(bench, startMs, at++);
    }),
  );
  const bytes: Record<string, number> = {};
  for (const table of TABLES) bytes[table] = Math.round((await sizeOf(bench.database, table)) / CALLS);
  const all = Object.values(bytes).reduce((sum, part) => sum + part, 0);
  const { differenceUnits } = await bench.verify();
  await bench.database.close();
  rmSync(directory, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify({ calls: CALLS, ...bytes, all, differenceUnits })}\n`);
}

async function charge({ ledger, logs }: LedgerUnderTest, startMs: number, at: number): Promise<void> {
  const session = Math.floor(at / 10);
  const person = ((session * 7) % PEOPLE) + 1;
  const model = (session * 13) % MODELS;
  const units = 100 + (at % 900);
  const id = `20260101000000${100_000_000 + at}seedseed`;
  const reservation = await ledger.reserve({
    id,
    userId: person,
    tokenId: person,
    amount: units,
    isTokenUnlimited: true,
  });
  const record = {
    type: 2,
    createdAtMs: startMs + Math.floor((at * MONTH_MS) / CALLS),
    userId: person,
    username: `person${person}`,
    tokenId: person,
    tokenName: `key${session % 500}`,
    tokenGroup: session % 5 === 0 ? 'vip' : 'default',
    modelName: `gpt-${model}`,
    quota: units,
    promptTokens: 500 + (at % 1500),
    completionTokens: 20 + (at % 700),
    useTimeMs: 300 + (at % 9000),
    isStream: at % 2 === 0,
    channelId: model + 1,
    clientIp: '127.0.0.1',
    requestId: id,
    other: `{"$":{"m":0.075,"o":4,"c":0.5,"b":"3f2a9c1d"},"f":${100 + (at % 900)},"b":[1,41,0]}`,
    isCountedHourly: true,
  };
  await reservation.settle({ units, channelId: model + 1, riders: [logs.rider(record)] });
}

async function sizeOf({ dialect, writer }: Database, table: (typeof TABLES)[number]): Promise<number> {
  const sql = {
    sqlite: `SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = '${table}')`,
    postgres: `SELECT SUM(pg_total_relation_size(oid)) AS bytes FROM pg_class
      WHERE oid = to_regclass('${table}') OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('${table}'))`,
    mysql: `SELECT data_length + index_length AS bytes FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name = '${table}'`,
  }[dialect];
  if (dialect === 'mysql') await writer.query(`ANALYZE TABLE ${table}`);
  const [row]: { bytes: number | string }[] = await writer.query(sql);
  return Number(row?.bytes ?? 0);
}

void main();
