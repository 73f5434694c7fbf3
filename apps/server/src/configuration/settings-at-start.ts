import cluster from 'node:cluster';
import { type INestApplicationContext } from '@nestjs/common';
import { loadShippedDefaults } from '@option';
import { Logger, SecretBox, type Config } from '@platform';
import { DataSource } from 'typeorm';
import { applyDifferences } from './apply-configuration';
import { readConfiguration } from './configuration-file';
import { differencesOf, namesOf } from './differences';
import { presentConfiguration } from './present-configuration';

/**
 * Applies the file of `SLUICE_CONFIG` before the server takes calls; of several workers the first one does it.
 *
 * @throws Error with a sentence; a server does not start with a file that cannot be applied
 */
export async function applySettingsAtStart(app: INestApplicationContext, config: Config): Promise<void> {
  const { settingsFile } = config;
  if (settingsFile === '' || (cluster.worker && cluster.worker.id !== 1)) return;
  const box = app.get(SecretBox);
  const differences = differencesOf(readConfiguration(settingsFile), {
    present: await presentConfiguration(app.get(DataSource), box),
    shipped: loadShippedDefaults(config.configDir),
    box,
    environment: process.env,
  });
  const names = namesOf(differences);
  if (names.length === 0) return;
  await applyDifferences(app, differences);
  app.get(Logger).info({ settingsFile, changed: names }, 'settings were applied from a file');
}
