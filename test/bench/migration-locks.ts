import { fillEarlyVersion, migrateUnderLoad } from '../support/servers/migration-under-load';

/**
 * Measures how long others wait while the tables of an early version become the present ones:
 * node --import tsx test/bench/migration-locks.ts <database address> <rows> <migrations of the early version>
 */
async function main(url: string, rows: number, steps: number): Promise<void> {
  const startedAt = performance.now();
  await fillEarlyVersion(url, steps, rows);
  process.stdout.write(`${rows} rows in ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  process.stdout.write(`${JSON.stringify(await migrateUnderLoad(url), null, 2)}\n`);
}

void main(process.argv[2] ?? '', Number(process.argv[3] ?? 5_000_000), Number(process.argv[4] ?? 1));
