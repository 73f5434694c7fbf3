import { backupCommand } from './backup';
import { type Command } from './command';
import { configApplyCommand, configExportCommand } from './config';
import { importCommand } from './import';
import { ledgerVerifyCommand } from './ledger-verify';
import { migrateCommand } from './migrate';
import { moveCommand } from './move';
import { restoreCommand } from './restore';
import { rotateMasterKeyCommand } from './rotate-master-key';
import { retentionCommand } from './retention';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  importCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  rotateMasterKeyCommand,
  configExportCommand,
  configApplyCommand,
  retentionCommand,
  migrateCommand,
  ledgerVerifyCommand,
];
