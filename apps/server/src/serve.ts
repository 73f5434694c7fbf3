import cluster from 'node:cluster';
import { Ledger } from '@billing';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { HUB, Logger, TRACING, type Config, type HubClient, type Tracing } from '@platform';
import { RunningCalls } from '@relay';
import { closeServer } from './close-server';
import { applySettingsAtStart } from './configuration/settings-at-start';
import { createApp } from './create-app';
import { FreshConnections } from './fresh-connections';
import { IdleMemory } from './idle-memory';
import { MetricsEndpoint } from './metrics-endpoint';
import { Probes } from './probes';
import { Schedule } from './schedule';

/** The last traces may take what is left of the time for draining, but not longer than this. */
const TRACES_MS_MAX = 5000;
/** They may take this long even where running calls have used that time up. */
const TRACES_MS_MIN = 1000;

/** Opens the listener, prints the ready line, and drains on SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  const logger = app.get(Logger);
  // This is done before the ready line, because a program that waits for that line may send a signal at once.
  endOnSignal(app, logger, config);
  await applySettingsAtStart(app, config);
  app.get(Schedule).start();
  new IdleMemory(app.get(RunningCalls)).start();
  await app.get(MetricsEndpoint).listen();
  await app.listen(config.port, config.host);
  const address = app.getHttpServer().address() as { port: number };
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  announce(`Sluice is ready on http://${host}:${address.port}\n`);
}

/** Prints one line per node; a worker leaves it to its supervisor. */
function announce(line: string): void {
  if (cluster.isWorker) process.send?.({ ready: line });
  else process.stdout.write(line);
}

/**
 * A supervisor that is gone takes the listener with it, and its file may belong to another process soon: a worker bills
 * what its calls have used so far, and ends.
 */
function endWithSupervisor(end: () => void): void {
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true; // otherwise Node ends this process at once
    end();
  });
}

function endOnSignal(app: NestFastifyApplication, logger: Logger, config: Config): void {
  let isEnding = false;
  const end = (signal: string, limits: Pick<Config, 'drainMs'> = config) => {
    if (isEnding) return;
    isEnding = true;
    logger.info({ signal }, 'draining');
    void shutDown(app, limits).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  endWithSupervisor(() => end('end of the supervisor', { drainMs: 0 }));
}

/**
 * Ends the server in order: it is no longer ready, takes nothing new, lets running responses end until the deadline,
 * stores the money and closes everything. The listener stays open meanwhile, because balancers must still learn that
 * the server is not ready; the modules close last, because a running response needs both its socket and the database.
 */
export async function shutDown(app: NestFastifyApplication, config: Pick<Config, 'drainMs'>): Promise<void> {
  app.get(Probes).drain();
  const drainedAt = performance.now() + config.drainMs;
  await app.get(RunningCalls).drain(config.drainMs);
  await app.get(Ledger).whenIdle();
  const leftMs = Math.min(TRACES_MS_MAX, drainedAt - performance.now());
  await app.get<Tracing | null>(TRACING)?.end(Math.max(TRACES_MS_MIN, leftMs));
  // A worker that went first would break connections of callers whom it can still refuse in order.
  await app
    .get<HubClient | null>(HUB)
    ?.ask('finished')
    .catch(() => undefined);
  await app.get(Ledger).leave();
  closeServer(app.getHttpServer(), app.get(FreshConnections));
  await app.close();
}
