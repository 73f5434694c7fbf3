import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogTables } from '@log';
import { openLedger } from '../support/servers/ledger-under-test';

/** Reserve and settle with log row and hourly figures, SQLite with write-ahead log and full sync. Prints one JSON line. */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 30_000);
const ALONE = 400;
const IN_FLIGHT = 64;
const OTHER = JSON.stringify({
  model_ratio: 0.075,
  completion_ratio: 4,
  group_ratio: 1,
  frt: 120,
  admin_info: { use_channel: ['1'] },
});

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ledger-bench-'));
  const url = process.env.BENCH_DATABASE_URL ?? `sqlite:${join(directory, 'ledger.db')}`;
  const bench = await openLedger(url, join(__dirname, '../../config'));
  await new LogTables(bench.database, bench.unitOfWork).prepare();
  bench.logs.movementRows.begin();
  await bench.openUser(1, 1_000_000_000_000);
  await bench.openToken(1, 0, true);
  let sequence = 0;
  const pair = async () => {
    const id = `20260101000000000000000bench${++sequence}`;
    const reservation = await bench.ledger.reserve({
      id,
      userId: 1,
      tokenId: 1,
      amount: 100,
      isTokenUnlimited: true,
    });
    const record = {
      userId: 1,
      type: 2,
      createdAtMs: Date.now(),
      username: 'bench',
      content: 'model ratio 0.075, completion ratio 4.00, group ratio 1.00',
      tokenName: 'bench',
      tokenId: 1,
      tokenGroup: 'default',
      modelName: 'gpt-4o-mini',
      quota: 7,
      promptTokens: 12,
      completionTokens: 20,
      channelId: 1,
      clientIp: '127.0.0.1',
      requestId: id,
      other: OTHER,
      isCountedHourly: true,
    };
    await reservation.settle({ units: 7, channelId: 1, riders: [bench.logs.rider(record)] });
  };
  for (let warm = 0; warm < 300; warm++) await pair();
  const alone: number[] = [];
  for (let count = 0; count < ALONE; count++) {
    const startedAt = performance.now();
    await pair();
    alone.push(performance.now() - startedAt);
  }
  alone.sort((a, b) => a - b);
  let left = PAIRS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left-- > 0) await pair();
    }),
  );
  const pairsPerSecond = (PAIRS / (performance.now() - startedAt)) * 1000;
  const { differenceUnits } = await bench.verify();
  await bench.database.close();
  rmSync(directory, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify({ pairsPerSecond, aloneMedianMs: alone[ALONE / 2], differenceUnits })}\n`);
}

void main();
