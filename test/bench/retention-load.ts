import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ClosingMovements, verifyLedger } from '@billing';
import { LogStore, LogTables, ManagementLogRows } from '@log';
import { dataSourceOptions, unlimitedOptions, type DatabaseDialect } from '@platform';
import { RetentionWork } from '@retention';
import { DataSource } from 'typeorm';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';
import { numbersSql } from '../support/servers/migration-under-load';

const DAY_MS = 86_400_000;
/** Rows of one statement that fills a table. */
const BATCH = 50_000;
const PEOPLE = 200;
const CHANNELS = 50;
const UNITS = 100;
/** The calls are spread over so many days, of which the last ones are kept. */
const DAYS = 120;
const KEPT_DAYS = 30;
const CHARGE_EVERY_MS = 10;
const CONFIG = join(__dirname, '../../config');

/**
 * Measures how long it takes to remove most of a long log and its movements, how long a charge waits meanwhile at most,
 * and whether the ledger is proven afterwards:
 * node --import tsx test/bench/retention-load.ts <address of an empty database> <calls>
 */
async function main(url: string, calls: number): Promise<void> {
  const bench = await openLedger(url, CONFIG);
  const { database, unitOfWork } = bench;
  const logTables = new LogTables(database, unitOfWork);
  await logTables.prepare(Date.now() - DAYS * DAY_MS);
  await fill(bench, calls);
  // On a file the server itself removes, so its own charges wait; elsewhere another node charges, too.
  const charging = database.dialect === 'sqlite' ? bench : await openLedger(url, CONFIG);
  const state = { isOver: false };
  const charges = charge(charging, state);
  const startedAt = performance.now();
  const managementLog = new ManagementLogRows(new LogStore());
  const parts = { database, unitOfWork, logTables, closed: new ClosingMovements(), managementLog };
  const removed = await RetentionWork.run(parts, { nowMs: Date.now(), isWhole: true });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  state.isOver = true;
  const waits = await charges;
  process.stdout.write(`${JSON.stringify({ calls, removed, seconds, waits })}\n`);
  // As `ledger verify` does: a proof takes as long as the tables are large.
  const options = unlimitedOptions(dataSourceOptions(bench.config, { entities: [], migrations: [] }));
  const proving = await new DataSource(options).initialize();
  process.stdout.write(`${JSON.stringify(await verifyLedger(proving))}\n`);
  await proving.destroy();
  if (charging !== bench) await charging.database.close();
  await database.close();
}

/** Half of the calls have a log row that is their movement, the others a row and a movement, as earlier versions wrote. */
async function fill({ database: { dialect }, unitOfWork }: LedgerUnderTest, calls: number): Promise<void> {
  const query = (sql: string) => unitOfWork.run(manager => manager.query(sql));
  const startMs = Date.now() - DAYS * DAY_MS;
  const time = `${startMs} + n * ${Math.floor((DAYS * DAY_MS) / calls)}`;
  const facts = `n % ${PEOPLE} + 1, n % ${PEOPLE} + 1, n % ${CHANNELS} + 1`;
  for (let from = 0; from < calls; from += BATCH) {
    const rows = numbersSql(dialect, from, Math.min(BATCH, calls - from));
    await query(
      `INSERT INTO logs (user_id, token_id, channel_id, created_at_ms, type, content, username, token_name, model_name, quota,
         request_id, other, charge_key)
       SELECT ${facts}, ${time}, 2, '', 'person', 'key', 'model', ${UNITS}, ${textSql(dialect, 'call-', 'n')}, '{}',
         CASE WHEN n % 2 = 0 THEN n END FROM (${rows}) AS counted`,
    );
    await query(
      `INSERT INTO movements (source_id, kind, user_id, token_id, channel_id, user_amount, token_amount, used_amount,
         request_count, created_at_ms)
       SELECT ${textSql(dialect, 'request:', 'n')}, 'consume', ${facts}, -${UNITS}, -${UNITS}, ${UNITS}, 1, ${time}
       FROM (${rows}) AS counted WHERE n % 2 = 1`,
    );
  }
  for (const [kind, owner, amount] of [
    [1, 'user_id', `-${UNITS}`],
    [2, 'token_id', `-${UNITS}`],
    [3, 'channel_id', '0'],
  ]) {
    await query(
      `INSERT INTO accounts (kind, owner_id, balance, used, request_count)
       SELECT ${kind}, ${owner}, COUNT(*) * ${amount}, COUNT(*) * ${UNITS}, COUNT(*) FROM logs GROUP BY ${owner}`,
    );
  }
  await query(
    `INSERT INTO options (option_key, option_value) VALUES ('LogConsumeDays', '${KEPT_DAYS}'), ('MovementDays', '${KEPT_DAYS}')`,
  );
}

function textSql(dialect: DatabaseDialect, begin: string, number: string): string {
  return dialect === 'mysql' ? `CONCAT('${begin}', ${number})` : `'${begin}' || ${number}`;
}

/** Charges calls with their log rows until the work is over. @returns how many, and the times of one in milliseconds */
async function charge(bench: LedgerUnderTest, state: { readonly isOver: boolean }) {
  const { ledger, logs } = bench;
  const [userId, tokenId] = [PEOPLE + 1, PEOPLE + 1];
  await bench.openUser(userId, 1e9);
  await bench.openToken(tokenId, 1e9);
  const times: number[] = [];
  while (!state.isOver) {
    const id = `beside-${times.length}`;
    const startedAt = performance.now();
    const reservation = await ledger.reserve({ id, userId, tokenId, amount: UNITS });
    const row = {
      userId,
      tokenId,
      channelId: 1,
      type: 2 as const,
      quota: UNITS,
      requestId: id,
      createdAtMs: Date.now(),
    };
    await reservation.settle({ units: UNITS, channelId: 1, riders: [logs.rider(row)] });
    times.push(performance.now() - startedAt);
    await pause(CHARGE_EVERY_MS);
  }
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return { charges: sorted.length, medianMs: sorted[sorted.length >> 1], longestMs: sorted.at(-1) };
}

void main(process.argv[2] ?? '', Number(process.argv[3] ?? 1_000_000));
