import { MidjourneyRoutes } from '@midjourney';
import { NestFactory } from '@nestjs/core';
import { type FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger, NestLogger, SessionReader, type Config } from '@platform';
import { createRequestIds, systemClock } from '@kernel';
import { DirectCalls, KeyHolderRoutes, PlaygroundRoutes, RealtimeRoutes, RelayRoutes } from '@relay';
import { MediaRoutes, TaskCallbacks } from '@task';
import { type FastifyInstance } from 'fastify';
import { AppModule } from './app.module';
import { standInFront } from './front';
import { createHttpAdapter, addConsoleHooks, addProxyHooks } from './http-server';
import { consoleDirectory } from './paths';
import { FreshConnections } from './fresh-connections';
import { LedgerStart } from './ledger-start';
import { MetricsEndpoint } from './metrics-endpoint';
import { OpenApiRoutes } from './openapi/openapi.routes';
import { Probes } from './probes';
import { ServerGauges } from './server-gauges';
import { SlowBodies } from './slow-bodies';
import { addStaticRoutes } from './static.routes';

/** Builds the whole server, ready to listen: database open and migrated, routes registered, nothing listening yet. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const startLogger = new Logger(config.logLevel);
  const nextRequestId = createRequestIds(systemClock);
  const adapter: FastifyAdapter = createHttpAdapter(config, startLogger, nextRequestId);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    logger: new NestLogger(startLogger),
    abortOnError: false,
  });
  // Nest types the instance with its own copy of Fastify's generics; it is the same object.
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  addProxyHooks(fastify, config);
  addConsoleHooks(fastify, app.get(SessionReader));
  app.get(OpenApiRoutes).watch(fastify);
  app.get(ServerGauges).register();
  app.get(MetricsEndpoint).register(fastify);
  app.get(Probes).register(fastify);
  app.get(OpenApiRoutes).register(fastify);
  await app.get(RelayRoutes).register(fastify);
  await app.get(KeyHolderRoutes).register(fastify);
  await app.get(PlaygroundRoutes).register(fastify);
  await app.get(TaskCallbacks).register(fastify);
  await app.get(MediaRoutes).register(fastify);
  await app.get(MidjourneyRoutes).register(fastify);
  app.get(RealtimeRoutes).register(app.getHttpServer(), nextRequestId);
  await addStaticRoutes(fastify, consoleDirectory());
  putCallsInFront(app, fastify, nextRequestId);
  app.get(FreshConnections).watch(app.getHttpServer());
  new SlowBodies().watch(app.getHttpServer());
  await app.init();
  await app.get(LedgerStart).begin();
  return app;
}

/** Plain calls of the relay pass by the framework, until the server ends: then the framework refuses them. */
function putCallsInFront(app: NestFastifyApplication, fastify: FastifyInstance, nextRequestId: () => string): void {
  const calls = app.get(DirectCalls);
  const probes = app.get(Probes);
  let isEnding = false;
  fastify.addHook('preClose', done => {
    isEnding = true;
    done();
  });
  standInFront(app.getHttpServer(), (request, response) => {
    return !isEnding && !probes.isDraining && calls.take(request, response, nextRequestId);
  });
}
