import { MOVE_IN_FILE_TYPE, Role } from '@contracts';
import { AppError } from '@kernel';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Logger, sendEnvelopeError, tidyForwardedFor, type Config, type SessionReader } from '@platform';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerRefusal, answerUnknown } from './static.routes';

const MIB = 1024 * 1024;
/** Maximum body of console calls in bytes. */
const CONSOLE_BODY_LIMIT_BYTES = MIB;
/**
 * Maximum body of a few console calls in bytes: an option may be a whole page of HTML or a manufacturer list, and
 * undoing an edit of many channels sends all their lists back.
 */
const LARGE_BODY_LIMIT_BYTES = 8 * MIB;
/**
 * Maximum body of reports of payments in bytes: they have a dozen short fields, and are not trusted until their
 * signature has been checked.
 */
const NOTIFY_BODY_LIMIT_BYTES = 16 * 1024;
/**
 * The only route that takes forms: payment gateways report in forms, from their servers. A signature proves the origin,
 * which a form alone cannot do.
 */
const FORM_ROUTE = '/api/user/epay/notify';
/** Here the bytes are signed, so they are not parsed before the signature is checked. */
const SIGNED_ROUTE = '/api/payment/stripe/webhook';
/** Events hold whole objects of Stripe, which are a few kilobytes. */
const SIGNED_BODY_LIMIT_BYTES = 256 * 1024;
/** Stands in for the type of a signed body, so that nothing parses it. No client can send it: see hasForeignBody. */
const SIGNED_TYPE = 'application/vnd.sluice.signed';
/** The only routes that take bytes: a database file, which is too large to be JSON, and is stored as it arrives. */
const FILE_ROUTE = '/api/move_in/file/:part';
/** Limit for receiving the headers of a request. */
const HEADERS_TIMEOUT_MS = 30_000;
/** Limit for receiving a whole request with the largest body; the time for the response is not included. */
const BODY_TIMEOUT_MS = 300_000;
/** How often Node looks for overdue requests. */
const OVERDUE_CHECK_MS = 5000;
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Maximum length of a path. The longest useful one contains a model name of at most 255 characters, with escapes. */
const PATH_LENGTH_MAX = 4096;

/**
 * Builds the HTTP server with everything that is common to all routes: request ids, true client addresses, limits,
 * time-outs.
 */
export function createHttpAdapter(config: Config, logger: Logger, nextRequestId: () => string): FastifyAdapter {
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
    // Paths with a broken escape reach no route and no hook; the framework would respond to them under its own name.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      nameRequest(request, reply);
      guardBrowser(request, reply);
      answerUnknown(request, reply);
    },
  });
  // Nest would respond to errors outside its routes in its own shape; the console's clients know only the envelope.
  adapter.setErrorHandler = () =>
    adapter.getInstance().setErrorHandler((error, request, reply) => {
      // The adapter's generics leave the HTTP version open; this server speaks HTTP/1.
      sendEnvelopeError(error, request as FastifyRequest, reply as FastifyReply, logger);
    });
  return adapter;
}

/**
 * Adds the hooks that find the client's address. Call this before any route is added, so that every route gets the
 * address.
 */
export function addProxyHooks(fastify: FastifyInstance, config: Config): void {
  if (config.trustedProxies.length === 0) return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    tidyForwardedFor(request.raw.headers);
    done();
  });
}

/** The header value that makes browsers use TLS for a year after their first connection by TLS. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * Adds the rules of the console routes alone: their body limits, their request id and the headers that restrict
 * browsers.
 */
export function addConsoleHooks(fastify: FastifyInstance, sessions: SessionReader): void {
  // The route reads the body by itself, after its guard.
  fastify.addContentTypeParser(MOVE_IN_FILE_TYPE, (_request, body, done) => done(null, body));
  fastify.addContentTypeParser(SIGNED_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRoute', route => {
    if (!route.url.startsWith('/api')) return;
    route.bodyLimit ??= bodyLimitOf(route.url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    nameRequest(request, reply);
    // This is the route and not the path as it was sent, which may be written with escapes.
    const route = request.routeOptions.url ?? '';
    const isConsole = route.startsWith('/api');
    if (isConsole || route === '/*') guardBrowser(request, reply);
    const queryAt = request.url.indexOf('?');
    if ((queryAt === -1 ? request.url.length : queryAt) > PATH_LENGTH_MAX) {
      const tooLong = new AppError('COMMON_PATH_TOO_LONG', { params: { limit: PATH_LENGTH_MAX } });
      return void answerRefusal(tooLong, request, reply);
    }
    if (!isConsole) return done();
    forgetTypeOfEmptyBody(request);
    if (route !== FORM_ROUTE && !isFile(request, route) && hasForeignBody(request))
      return done(new AppError('COMMON_INVALID_PARAMETER'));
    if (route === SIGNED_ROUTE && !hasEmptyBody(request)) request.headers['content-type'] = SIGNED_TYPE;
    if (!isLarge(request, route)) return done();
    // The caller is known before a large body is taken and parsed; the route's own guard still makes all its checks.
    sessions.read(request, reply).then(
      ({ role }) => done(role < Role.Admin ? new AppError('AUTH_FORBIDDEN') : undefined),
      (error: Error) => done(error),
    );
  });
}

function guardBrowser(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  if (request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT_SECURITY);
}

function nameRequest(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-oneapi-request-id', request.id);
}

/**
 * True when a body is anything but JSON. A page on another site can send forms, plain text and bodies without a type
 * here without a preflight request, for example to sign a visitor in to an account of its own.
 */
function hasForeignBody(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false; // their bodies are not read
  return !hasEmptyBody(request) && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** A type that no form can send, so that a page on another site needs a preflight request. */
function isFile({ headers }: FastifyRequest, route: string): boolean {
  return route === FILE_ROUTE && headers['content-type'] === MOVE_IN_FILE_TYPE;
}

/** True when a body may exceed the limit for unauthenticated requests; a chunked body does not declare its length. */
function isLarge({ headers }: FastifyRequest, route: string): boolean {
  if (bodyLimitOf(route) <= CONSOLE_BODY_LIMIT_BYTES) return false;
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > CONSOLE_BODY_LIMIT_BYTES
  );
}

function bodyLimitOf(url: string): number {
  if (url.startsWith('/api/option') || url === '/api/channel/bulk') return LARGE_BODY_LIMIT_BYTES;
  if (url.startsWith(SIGNED_ROUTE)) return SIGNED_BODY_LIMIT_BYTES;
  return url.startsWith('/api/user/epay/') ? NOTIFY_BODY_LIMIT_BYTES : CONSOLE_BODY_LIMIT_BYTES;
}

/**
 * Removes the content type of an empty body: calls without a body are often sent with a JSON content type, and an empty
 * text does not parse as JSON.
 */
function forgetTypeOfEmptyBody(request: FastifyRequest): void {
  const { method, headers } = request;
  if (hasEmptyBody(request) && (method === 'POST' || method === 'DELETE')) delete headers['content-type'];
}

function hasEmptyBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
