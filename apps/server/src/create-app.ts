import { join } from 'node:path';
import { ChargeJournal, Ledger, NodeIdentity } from '@billing';
import { ResponseChannels } from '@channel';
import { LogStore } from '@log';
import { MidjourneyRoutes } from '@midjourney';
import { NestFactory } from '@nestjs/core';
import { type FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger, NestLogger, SessionReader, type Config } from '@platform';
import { createRequestIds, systemClock } from '@kernel';
import { PlaygroundRoutes, RealtimeRoutes, RelayRoutes } from '@relay';
import { MediaRoutes, TaskCallbacks } from '@task';
import { type FastifyInstance } from 'fastify';
import { AppModule } from './app.module';
import { createHttpAdapter, addConsoleHooks, addProxyHooks } from './http-server';
import { consoleDirectory } from './paths';
import { FreshConnections } from './fresh-connections';
import { Probes } from './probes';
import { SlowBodies } from './slow-bodies';
import { addStaticRoutes } from './static.routes';

/** Builds the whole server, ready to listen: database open and migrated, routes registered, nothing listening yet. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const startLogger = new Logger(config.logLevel);
  const adapter: FastifyAdapter = createHttpAdapter(config, startLogger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    logger: new NestLogger(startLogger),
    abortOnError: false,
  });
  // Nest types the instance with its own copy of Fastify's generics; it is the same object.
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  addProxyHooks(fastify, config);
  addConsoleHooks(fastify, app.get(SessionReader));
  app.get(Probes).register(fastify);
  await app.get(RelayRoutes).register(fastify);
  await app.get(PlaygroundRoutes).register(fastify);
  await app.get(TaskCallbacks).register(fastify);
  await app.get(MediaRoutes).register(fastify);
  await app.get(MidjourneyRoutes).register(fastify);
  app.get(RealtimeRoutes).register(app.getHttpServer(), createRequestIds(systemClock));
  await addStaticRoutes(fastify, consoleDirectory());
  app.get(FreshConnections).watch(app.getHttpServer());
  new SlowBodies().watch(app.getHttpServer());
  await app.init();
  await openChargeJournal(app, config);
  return app;
}

/** Books the charges that an earlier run could not book, before anything else, while their reservations still exist. */
async function openChargeJournal(app: NestFastifyApplication, config: Config): Promise<void> {
  if (config.database.url === ':memory:') return;
  const ledger = app.get(Ledger);
  const journal = await ChargeJournal.open(join(config.dataDir, 'charges'), app.get(NodeIdentity).id);
  ledger.useJournal(journal, [app.get(LogStore), app.get(ResponseChannels)]);
  await ledger.bookKept();
}
