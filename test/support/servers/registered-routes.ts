import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type FastifyInstance } from 'fastify';

/** The channel on which Fastify announces every new instance, before any route is added. */
const CHANNEL = 'fastify.initialization';

/**
 * Runs a server's start and writes down each route that any part of it registers: controllers, relay, probes and the
 * console's pages. HEAD and OPTIONS are left out: they follow their GET or POST.
 *
 * @returns the result of `start`, and `METHOD /path` of each route without a trailing slash, sorted
 */
export async function withRegisteredRoutes<Result>(
  start: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly routes: readonly string[] }> {
  const routes = new Set<string>();
  const onInstance = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }; // the payload Fastify documents
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) {
        if (verb !== 'HEAD' && verb !== 'OPTIONS')
          routes.add(`${verb} ${url.length > 1 ? url.replace(/\/$/, '') : url}`);
      }
    });
  };
  subscribe(CHANNEL, onInstance);
  try {
    return { result: await start(), routes: [...routes].sort() };
  } finally {
    unsubscribe(CHANNEL, onInstance);
  }
}
