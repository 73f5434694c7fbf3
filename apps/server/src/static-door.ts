import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { AppError, languageOf } from '@kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths that belong to an interface; an unknown one must never be answered with the console's page. */
const INTERFACE_PATHS = /^\/(api|v1|v1beta|pg|mj|suno|assets|dashboard)(\/|$)/;

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    // The two sign-in widgets exist only as scripts of their makers; pages load them where they are switched on.
    "script-src 'self' https://telegram.org https://challenges.cloudflare.com",
    // Blueprint positions its popovers by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    // Songs and videos are played from wherever the vendor keeps them, as pictures are shown.
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'frame-src https: http:',
    "object-src 'none'",
    "base-uri 'self'",
    // Payments begin with a form that is sent to the gateway of the operator, which may lie in his own network.
    "form-action 'self' https: http:",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** The built console: hashed assets for ever, the page itself never from a cache, and the page for every unknown path. */
export async function openStaticDoor(fastify: FastifyInstance, directory: string): Promise<void> {
  await fastify.register(fastifyCompress, { global: false, encodings: ['br', 'gzip'] });
  const hasConsole = existsSync(join(directory, 'index.html'));
  if (hasConsole) {
    // The build lays compressed files beside its assets; what has none is compressed on the way.
    const served = { serve: false, cacheControl: false, preCompressed: true };
    await fastify.register(fastifyStatic, { root: directory, ...served });
  }
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    compress: { threshold: 1024 },
    handler: (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (INTERFACE_PATHS.test(path) && !(hasConsole && isAsset(directory, path))) return answerUnknown(request, reply);
      if (!hasConsole) return reply.status(404).type('text/plain').send('The console has not been built.');
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
      if (path !== '/' && isAsset(directory, path)) {
        const isHashed = path.startsWith('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        return reply.sendFile(decodeURIComponent(path.slice(1)));
      }
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    },
  });
  fastify.route({ method: ['POST', 'PUT', 'DELETE', 'PATCH'], url: '/*', handler: answerUnknown });
}

function isAsset(directory: string, path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false; // a malformed escape names no file
  }
  if (decoded.includes('..') || decoded.includes('\0') || decoded.endsWith('/')) return false;
  return existsSync(join(directory, decoded));
}

/** Unknown interface paths: the envelope for the console's, the OpenAI error object for all others. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '/';
  const error = new AppError('COMMON_ROUTE_UNKNOWN', { params: { method: request.method, path } });
  const message = error.sentence(path.startsWith('/api') ? languageOf(request.headers['accept-language']) : 'en');
  const body = path.startsWith('/api')
    ? { success: false, message }
    : { error: { message, type: 'invalid_request_error', param: '', code: '' } };
  return reply.status(404).send(body);
}
