import { existsSync } from 'node:fs';
import { appliedMigrations } from '@archive';
import { dataSourceOptions, loadConfig, openDatabase, type Config } from '@platform';
import { entities } from '../database/entities';
import { migrations } from '../database/migrations';
import { configDirectory } from '../paths';
import { type Command } from './command';
import { withDatabase } from './opened-database';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'brings the tables to this version, as a server does when it starts',
  usage: '[--dry-run]',
  help: ['--dry-run only names the steps that are missing. Make a backup before a new version is installed.'],
  options: { 'dry-run': { type: 'boolean' } },
  async run({ options, environment, say }) {
    const config = loadConfig(environment, configDirectory());
    const known: readonly string[] = migrations.map(migration => new migration().name);
    const applied = await appliedIn(config);
    const stranger = applied.find(name => !known.includes(name));
    if (stranger !== undefined) {
      throw new Error(`the database was set up by a newer version of Sluice (${stranger}); use that version.`);
    }
    const missing = known.filter(name => !applied.includes(name));
    if (options['dry-run'] !== true && missing.length > 0) {
      say(`${missing.length} steps …`);
      const dataSource = await openDatabase(dataSourceOptions(config, { entities, migrations }));
      await dataSource.destroy();
    }
    const state = options['dry-run'] === true ? 'missing' : 'done';
    const lines =
      missing.length === 0 ? ['the tables are those of this version'] : missing.map(name => `${state}: ${name}`);
    return { lines, json: { [state]: missing }, isGood: true };
  },
};

/** A file that does not exist is not made by looking at it. */
async function appliedIn(config: Config): Promise<readonly string[]> {
  const { dialect, url } = config.database;
  if (dialect === 'sqlite' && !existsSync(url)) return [];
  return withDatabase(config, async dataSource => {
    const runner = dataSource.createQueryRunner();
    try {
      return await appliedMigrations(runner);
    } finally {
      await runner.release();
    }
  });
}
