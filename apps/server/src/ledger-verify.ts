import 'reflect-metadata';
import { verifyLedger } from '@billing';
import { loadConfig } from '@platform';
import { withDatabase } from './commands/opened-database';
import { configDirectory } from './paths';

/**
 * Runs `npm run ledger:verify`, which recomputes every account from its movements. It only reads, also beside a running
 * server.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env, configDirectory());
  const { accountsChecked, differenceUnits, differences } = await withDatabase(config, verifyLedger);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  process.stdout.write(`${accountsChecked} accounts checked, sum of differences: ${differenceUnits}\n`);
  process.exitCode = differenceUnits === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`The ledger could not be verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
