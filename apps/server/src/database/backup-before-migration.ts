import { join, resolve } from 'node:path';
import { backupNameAt, FolderPlace, makeBackup } from '@archive';
import { type BeforeMigrations, type Config } from '@platform';
import { storedBox } from './stored-box';

interface BackupReport {
  /** One line for people. */
  readonly say: (line: string) => void;
  readonly onMade?: (path: string) => void;
}

/** Tells that a database in use gets new tables, and makes a backup before where a folder for it is named. */
export function backUpBeforeMigration(
  config: Config,
  passphrase: string | undefined,
  { say, onMade }: BackupReport,
): BeforeMigrations {
  return async (dataSource, pending) => {
    const steps = `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending (${pending.join(', ')})`;
    if (config.backupBeforeMigration === '') {
      say(`${steps}; no backup is made, because SLUICE_BACKUP_BEFORE_MIGRATION names no folder`);
      return;
    }
    const folder = resolve(config.backupBeforeMigration);
    const nowMs = Date.now();
    const name = backupNameAt(nowMs);
    const path = join(folder, name);
    say(`${steps}; a backup is made before …`);
    try {
      await makeBackup(dataSource, new FolderPlace(folder), name, {
        passphrase: passphrase || null,
        secretsDirectory: config.dataDir,
        keyMarks: (await storedBox(config, dataSource)).marks,
        nowMs,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`nothing was migrated, because the backup before it failed: ${reason}`, { cause: error });
    }
    say(`the backup before the migration is ${path}`);
    onMade?.(path);
  };
}
