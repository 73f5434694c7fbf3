import { writeFileSync } from 'node:fs';
import { loadShippedDefaults } from '@option';
import { loadConfig, type Config, type SecretBox } from '@platform';
import { DataSource } from 'typeorm';
import { applyDifferences } from '../configuration/apply-configuration';
import { configurationText, readConfiguration } from '../configuration/configuration-file';
import { differencesOf, namesOf } from '../configuration/differences';
import { presentConfiguration, toConfiguration, type Present } from '../configuration/present-configuration';
import { entities } from '../database/entities';
import { configDirectory } from '../paths';
import { required, type Command } from './command';
import { isPresent, plainOptions, withoutServer } from './opened-database';
import { storedBox } from '../database/stored-box';

export const configExportCommand: Command = {
  name: 'config export',
  summary: 'writes changed options, channels, alert rules and receivers into a file, without secrets',
  usage: '--to <file>',
  help: ['Only reads, also beside a running server. The file is sorted, so that a repository shows what changed.'],
  options: { to: { type: 'string' } },
  async run(call) {
    const path = required(call, 'to', 'a file');
    const config = loadConfig(call.environment, configDirectory());
    const configuration = toConfiguration((await readPresent(config)).present);
    writeFileSync(path, configurationText(configuration), { mode: 0o600 });
    const counts = { options: Object.keys(configuration.options).length, channels: configuration.channels.length };
    return {
      lines: [`${counts.options} options and ${counts.channels} channels are in ${path}`],
      json: { path, ...counts },
      isGood: true,
    };
  },
};

export const configApplyCommand: Command = {
  name: 'config apply',
  summary: 'brings options, channels, alert rules and receivers to what a file says',
  usage: '--from <file> [--dry-run]',
  help: [
    'What the file does not name stays as it is. --dry-run names what differs, also beside a running server.',
    'With SQLite the server must be stopped; other nodes on a shared database follow within a minute.',
    'A channel may have "key": "$VARIABLE"; a new one must.',
  ],
  options: { from: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run(call) {
    const file = readConfiguration(required(call, 'from', 'a file'));
    const config = loadConfig(call.environment, configDirectory());
    const differences = differencesOf(file, {
      ...(await readPresent(config)),
      shipped: loadShippedDefaults(config.configDir),
      environment: call.environment,
    });
    const names = namesOf(differences);
    const isDryRun = call.options['dry-run'] === true;
    if (!isDryRun && names.length > 0) await withoutOthers(config, call.say, () => apply(config, differences));
    const lines = names.length === 0 ? ['nothing differs'] : names;
    return { lines, json: { [isDryRun ? 'differing' : 'applied']: names }, isGood: true };
  },
};

async function readPresent(config: Config): Promise<{ readonly present: Present; readonly box: SecretBox }> {
  if (!(await isPresent(config))) throw new Error('there is no database yet; start the server once.');
  const database = await new DataSource({ ...plainOptions(config), entities: [...entities] }).initialize();
  try {
    const box = await storedBox(config, database);
    return { present: await presentConfiguration(database, box), box };
  } finally {
    await database.destroy();
  }
}

/** A file belongs to one server; a shared database takes one more node. */
function withoutOthers(config: Config, say: (line: string) => void, work: () => Promise<void>): Promise<void> {
  return config.database.dialect === 'sqlite' ? withoutServer(config, say, work) : work();
}

/** Starts a server that listens nowhere, so that all its rules hold. */
async function apply(config: Config, differences: Parameters<typeof applyDifferences>[1]): Promise<void> {
  const { createApp } = await import('../create-app.js'); // all of the server, of which the other commands need nothing
  const app = await createApp({ ...config, logLevel: 'error' });
  try {
    await applyDifferences(app, differences);
  } finally {
    await app.close();
  }
}
