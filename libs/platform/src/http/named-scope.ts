import { type FastifyPluginCallback } from 'fastify';

/**
 * Gives a group of routes the name that Fastify has for it in its errors. Without one, Fastify compares the group with
 * every module that is loaded, twice for each group.
 */
export function namedScope(name: string, scope: FastifyPluginCallback): FastifyPluginCallback {
  return Object.assign(scope, { [Symbol.for('fastify.display-name')]: name });
}
