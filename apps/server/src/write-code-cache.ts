import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@platform';
import { recordCodeCache } from './code-cache';
import { tuneEngine } from './engine';
import { configDirectory } from './paths';

/**
 * The last step of the build: starts the server once on an empty database, and keeps the code that V8 has compiled by the
 * time it is ready. Later processes begin with it.
 */
async function main(): Promise<void> {
  tuneEngine();
  const keep = recordCodeCache(__dirname);
  const directory = mkdtempSync(join(tmpdir(), 'sluice-build-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const environment = { DATA_DIR: directory, LOG_LEVEL: 'silent' };
  const { createApp } = await import('./create-app.js');
  const app = await createApp(loadConfig(environment, configDirectory()));
  await app.listen(0, '127.0.0.1');
  keep();
  await app.close();
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
