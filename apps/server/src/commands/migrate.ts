import { existsSync } from 'node:fs';
import { appliedMigrations } from '@archive';
import { dataSourceOptions, loadConfig, openDatabase, type Config } from '@platform';
import { backUpBeforeMigration } from '../database/backup-before-migration';
import { entities } from '../database/entities';
import { longStep } from '../database/long-steps';
import { migrationNames, migrations } from '../database/migrations';
import { configDirectory } from '../paths';
import { type Command } from './command';
import { withDatabase } from './opened-database';

/** A step that is missing, and what is said of one that takes long. */
interface MissingStep {
  readonly name: string;
  readonly takes: string | null;
}

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'brings the tables to this version, as a server does when it starts',
  usage: '[--dry-run] [--backup <folder>]',
  help: [
    '--dry-run only names the steps that are missing, and those that take longer than a second.',
    '--backup makes a backup in a folder before, as SLUICE_BACKUP_BEFORE_MIGRATION does for a start.',
    'BACKUP_PASSPHRASE in the environment encrypts it.',
  ],
  options: { 'dry-run': { type: 'boolean' }, backup: { type: 'string' } },
  async run({ options, environment, say }) {
    const config = loadConfig(environment, configDirectory());
    const isDry = options['dry-run'] === true;
    const missing = await missingIn(config);
    let backup: string | null = null;
    if (!isDry && missing.length > 0) {
      const folder = typeof options.backup === 'string' ? options.backup : config.backupBeforeMigration;
      const before = backUpBeforeMigration(
        { ...config, backupBeforeMigration: folder },
        environment.BACKUP_PASSPHRASE,
        { say, onMade: path => (backup = path) },
      );
      const dataSource = await openDatabase(dataSourceOptions(config, { entities, migrations }), before);
      await dataSource.destroy();
    }
    const state = isDry ? 'missing' : 'done';
    const lines = missing.map(({ name, takes }) => `${state}: ${name}${isDry && takes ? ` (${takes})` : ''}`);
    const long = missing.filter(({ takes }) => takes !== null).map(({ name }) => name);
    return {
      lines: missing.length === 0 ? ['the tables are those of this version'] : lines,
      json: { [state]: missing.map(({ name }) => name), long, ...(backup !== null && { backup }) },
      isGood: true,
    };
  },
};

/** A file that does not exist is not made by looking at it. */
async function missingIn(config: Config): Promise<readonly MissingStep[]> {
  const { dialect, url } = config.database;
  if (dialect === 'sqlite' && !existsSync(url)) return migrationNames.map(name => ({ name, takes: null }));
  return withDatabase(config, async dataSource => {
    const runner = dataSource.createQueryRunner();
    const applied = await appliedMigrations(runner).finally(() => runner.release());
    const missing: MissingStep[] = [];
    for (const name of migrationNames.filter(known => !applied.includes(known))) {
      missing.push({ name, takes: applied.length === 0 ? null : await longStep(dataSource, name) });
    }
    return missing;
  });
}
