import { createRequestIds, systemClock } from '@kernel';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Logger, sendEnvelopeError, type Config } from '@platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const MIB = 1024 * 1024;
/** Bodies of console calls; options may be whole pages of HTML or a manufacturer list. */
const CONSOLE_BODY_LIMIT_BYTES = MIB;
const OPTION_BODY_LIMIT_BYTES = 8 * MIB;
/** Reports of payments come from strangers until their signature was checked, and have a dozen short fields. */
const NOTIFY_BODY_LIMIT_BYTES = 16 * 1024;
/** A client that needs longer than this for its headers is not a client. */
const HEADERS_TIMEOUT_MS = 30_000;
/** The same for a whole request with the largest body; how long the answer takes is another matter. */
const BODY_TIMEOUT_MS = 300_000;
/** How often Node looks for requests that are overdue. */
const OVERDUE_CHECK_MS = 5000;
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** The HTTP server with everything that is common to all doors: request ids, true client addresses, limits, time-outs. */
export function createHttpAdapter(config: Config, logger: Logger): FastifyAdapter {
  const nextRequestId = createRequestIds(systemClock);
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: CONSOLE_BODY_LIMIT_BYTES,
    genReqId: () => nextRequestId(),
    requestIdHeader: false,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: BODY_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: 32 * 1024,
      connectionsCheckingInterval: OVERDUE_CHECK_MS,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  // Nest would answer errors outside its routes in its own shape; the console's clients know only the envelope.
  adapter.setErrorHandler = () =>
    adapter.getInstance().setErrorHandler((error, request, reply) => {
      // The adapter's generics leave the HTTP version open; this server speaks HTTP/1.
      sendEnvelopeError(error, request as FastifyRequest, reply as FastifyReply, logger);
    });
  return adapter;
}

/** What holds for the console routes alone: their body limits and their request id header. */
export function openConsoleDoor(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', route => {
    if (!route.url.startsWith('/api')) return;
    route.bodyLimit ??= bodyLimitOf(route.url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-oneapi-request-id', request.id);
    if (request.url.startsWith('/api/')) forgetTypeOfEmptyBody(request);
    done();
  });
}

function bodyLimitOf(url: string): number {
  if (url.startsWith('/api/option')) return OPTION_BODY_LIMIT_BYTES;
  return url.startsWith('/api/user/epay/') ? NOTIFY_BODY_LIMIT_BYTES : CONSOLE_BODY_LIMIT_BYTES;
}

/** Calls without a body are often sent with a JSON content type all the same; an empty text would not parse as JSON. */
function forgetTypeOfEmptyBody({ method, headers }: FastifyRequest): void {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty && (method === 'POST' || method === 'DELETE')) delete headers['content-type'];
}
