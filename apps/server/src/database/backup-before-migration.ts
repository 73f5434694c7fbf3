import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from '@archive';
import { type BeforeMigrations, type Config } from '@platform';

interface BackupReport {
  /** One line for people. */
  readonly say: (line: string) => void;
  readonly onMade?: (path: string) => void;
}

/** Tells that a database in use gets new tables, and makes a backup before where a folder for it is named. */
export function backUpBeforeMigration(
  config: Pick<Config, 'backupBeforeMigration' | 'dataDir' | 'masterKey'>,
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
    const path = join(folder, backupName(nowMs));
    say(`${steps}; a backup is made before …`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await backUp(dataSource, {
        path,
        passphrase: passphrase || null,
        secretsDirectory: config.dataDir,
        masterKey: config.masterKey,
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

/** `sluice-20261123-221530.backup`, in UTC. */
export function backupName(nowMs: number): string {
  const digits = new Date(nowMs).toISOString().replace(/\D/g, '');
  return `sluice-${digits.slice(0, 8)}-${digits.slice(8, 14)}.backup`;
}
