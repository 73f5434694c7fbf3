import { existsSync } from 'node:fs';
import { type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { cookieValue, SESSION_COOKIE } from '@auth';
import { isConsolePath } from '@contracts';
import { AppError, languageOf } from '@kernel';
import { dialects, formatOfRequest, hasProgramHeaders, toCallerError } from '@relay';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { readPageLinks } from './page-links';

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    // The two sign-in widgets exist only as scripts of their makers; pages load them where they are enabled.
    "script-src 'self' https://telegram.org https://challenges.cloudflare.com",
    // Blueprint positions its popovers by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    // Songs and videos are played from the provider's addresses, as images are shown from them.
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'frame-src https: http:',
    "object-src 'none'",
    "base-uri 'self'",
    // Payments begin with a form that is sent to the operator's gateway, which may lie in the operator's own network.
    "form-action 'self' https: http:",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/**
 * Serves the built console: hashed assets cached for a year, the page itself always revalidated. Every other path is
 * unknown.
 */
export async function addStaticRoutes(fastify: FastifyInstance, directory: string): Promise<void> {
  await fastify.register(fastifyCompress, { global: false, encodings: ['br', 'gzip'] });
  const hasConsole = existsSync(join(directory, 'index.html'));
  if (hasConsole) {
    // The build puts compressed files beside its assets; other files are compressed when they are sent.
    const served = { serve: false, cacheControl: false, preCompressed: true };
    await fastify.register(fastifyStatic, { root: directory, ...served });
  }
  const linkOf = readPageLinks(directory);
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    compress: { threshold: 1024 },
    handler: (request, reply) => {
      const asked = request.url.split('?', 1)[0] ?? '/';
      // Browsers ask for it on their own where they show anything but a page, such as JSON.
      const path = asked === '/favicon.ico' ? '/logo.png' : asked;
      const isFile = path !== '/' && hasConsole && isAsset(directory, path);
      if (!isFile && !isPageWanted(path, request.headers)) return answerUnknown(request, reply);
      if (!hasConsole) return reply.status(404).type('text/plain').send('The console has not been built.');
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
      if (isFile) {
        const isHashed = path.startsWith('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        return reply.sendFile(decodeURIComponent(path.slice(1)));
      }
      const links = firstPages(path, request.headers)
        .map(linkOf)
        .filter(link => link !== null);
      if (links.length > 0) reply.header('link', links.join(', '));
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    },
  });
  fastify.route({ method: ['POST', 'PUT', 'DELETE', 'PATCH'], url: '/*', handler: answerUnknown });
}

/** The pages that an address shows at first: the start page mostly leads readers with a session to the overview. */
function firstPages(path: string, { cookie = '' }: IncomingHttpHeaders): readonly string[] {
  const hasSession = cookieValue(cookie, SESSION_COOKIE) !== undefined;
  return path === '/' && hasSession ? [path, '/overview'] : [path];
}

/**
 * Whether a request wants the console's page: browsers ask for HTML when a person opens an address. Programs that follow a
 * wrong address, such as a monitor that looks for metrics, must not take the page for success.
 */
function isPageWanted(path: string, headers: IncomingHttpHeaders): boolean {
  if (hasProgramHeaders(headers)) return false;
  return path === '/' || (isConsolePath(path) && headers.accept?.includes('text/html') === true);
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

/**
 * Responds to unknown paths of interfaces: with the envelope for the console's, with an error object of the caller's
 * format for all others.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '/';
  return answerRefusal(
    new AppError('COMMON_ROUTE_UNKNOWN', { params: { method: request.method, path } }),
    request,
    reply,
  );
}

/** The error response for a request that matches no route. */
export function answerRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.status(error.status).type('application/json; charset=utf-8');
  if (request.url.startsWith('/api')) {
    const message = error.sentence(languageOf(request.headers['accept-language']));
    return reply.send({ success: false, message });
  }
  const body = dialects[formatOfRequest(request)].errorBody(toCallerError(error), request.id);
  return reply.header('access-control-allow-origin', '*').send(body);
}
