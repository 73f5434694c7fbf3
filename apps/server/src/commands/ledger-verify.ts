import { verifyLedger } from '@billing';
import { loadConfig } from '@platform';
import { configDirectory } from '../paths';
import { type Command } from './command';
import { withDatabase } from './opened-database';

export const ledgerVerifyCommand: Command = {
  name: 'ledger verify',
  summary: 'recomputes every account from its movements; only reads, also beside a running server',
  usage: '',
  help: ['Ends with 1 when an account and its movements differ, and names the first of them.'],
  options: {},
  async run({ environment }) {
    const config = loadConfig(environment, configDirectory());
    const report = await withDatabase(config, verifyLedger);
    const { accountsChecked, differenceUnits, differences } = report;
    return {
      lines: [...differences, `${accountsChecked} accounts checked, sum of differences: ${differenceUnits}`],
      json: { ...report },
      isGood: differenceUnits === 0,
    };
  },
};
