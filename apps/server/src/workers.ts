import cluster from 'node:cluster';
import type { Config } from '@platform';

const RESTART_PAUSE_MS = 1000;

/** Keeps the configured number of worker processes alive and passes the end signal on to them. */
export function runWorkers(config: Config): void {
  let isEnding = false;
  for (let count = 0; count < config.workers; count++) cluster.fork();
  cluster.on('exit', () => {
    if (!isEnding) setTimeout(() => cluster.fork(), RESTART_PAUSE_MS);
    else if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
  });
  const end = () => {
    isEnding = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
