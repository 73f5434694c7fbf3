import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { verifyLedger } from '@billing';
import { dataSourceOptions, loadConfig, unlimitedOptions } from '@platform';
import { DataSource } from 'typeorm';
import { configDirectory } from './paths';

/**
 * Runs `npm run ledger:verify`, which recomputes every account from its movements. It only reads, also beside a running
 * server.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env, configDirectory());
  if (config.database.dialect === 'sqlite' && !existsSync(config.database.url)) {
    throw new Error(`there is no database at ${config.database.url}`);
  }
  const options = unlimitedOptions(dataSourceOptions(config, { entities: [], migrations: [] }));
  const dataSource = await new DataSource(options).initialize();
  try {
    const { accountsChecked, differenceUnits, differences } = await verifyLedger(dataSource);
    for (const difference of differences) process.stdout.write(`${difference}\n`);
    process.stdout.write(`${accountsChecked} accounts checked, sum of differences: ${differenceUnits}\n`);
    process.exitCode = differenceUnits === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`The ledger could not be verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
