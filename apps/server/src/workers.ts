import cluster, { type Worker } from 'node:cluster';
import { type Config } from '@platform';

/** The pause before a worker is started again, so that a worker that cannot start is not retried in a tight loop. */
const RESTART_PAUSE_MS = 1000;

/** Keeps the configured number of worker processes alive, prints the ready line once, and passes the end signal on. */
export function runWorkers(config: Config): void {
  let isEnding = false;
  let readyCount = 0;
  cluster.on('message', (_worker: Worker, message: { readonly ready?: string }) => {
    if (!message.ready) return;
    readyCount += 1;
    if (readyCount === config.workers) process.stdout.write(message.ready);
  });
  cluster.on('exit', () => {
    if (!isEnding) setTimeout(() => cluster.fork(), RESTART_PAUSE_MS);
    else if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
  });
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  for (let count = 0; count < config.workers; count++) cluster.fork();
}
