import 'reflect-metadata';
import cluster from 'node:cluster';
import { ConfigError, loadConfig, type Config } from '@platform';
import { useCodeCache } from './code-cache';
import { tuneEngine } from './engine';
import { configDirectory } from './paths';
import { runWorkers } from './workers';

/** Starts this node: one process, or a supervisor with several when WORKERS says so. */
async function main(): Promise<void> {
  let config: Config;
  try {
    config = loadConfig(process.env, configDirectory());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  if (config.workers > 1 && cluster.isPrimary) {
    await runWorkers(config);
    return;
  }
  tuneEngine();
  useCodeCache();
  const { serve } = await import('./serve.js'); // all of the server, of which a supervisor needs nothing
  await serve(config);
}

main().catch((error: unknown) => {
  process.stderr.write(`Sluice could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
