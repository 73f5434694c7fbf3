import { type IncomingHttpHeaders } from 'node:http';
import { type Readable } from 'node:stream';
import { AppError, isAppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  corsHeaders,
  Logger,
  namedScope,
  requestErrorKind,
  TRACING,
  type Config,
  type Tracing,
} from '@platform';
import {
  callerOf,
  CallTrace,
  decodeBody,
  KeyGate,
  rateHeaders,
  RunningCalls,
  toCallerError,
  type KeyedRequest,
} from '@relay';
import { type ApiCaller } from '@token';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** The facts of a call that its log row needs. */
export interface CallFacts {
  readonly id: string;
  readonly ip: string;
  readonly path: string;
  /** Start of the call in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The call's trace; absent where nothing is traced. */
  readonly trace?: CallTrace;
}

/** A call on a task route, with its key checked and its body read. */
export interface TaskCall {
  readonly caller: ApiCaller;
  readonly request: CallFacts;
  /** Values of the placeholders in the route's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The decompressed bytes. */
  readonly body: Buffer;
}

export interface TaskResponse<Body = unknown> {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a stream is sent unchanged, with the content type from `headers`. */
  readonly body: Body;
}

export interface TaskRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The path in log rows, where it differs from `path` because of placeholders or prefixes. */
  readonly logPath?: string;
  /** Whether the call counts towards the key's own rate limit; submissions do. */
  readonly isCounted: boolean;
  readonly handle: (call: TaskCall) => Promise<TaskResponse>;
}

/** A route without an API key, such as the callbacks of upstreams, which have a secret in their address. */
export interface OpenTaskRoute extends Omit<TaskRoute, 'isCounted' | 'handle'> {
  readonly handle: (call: Omit<TaskCall, 'caller'>) => Promise<TaskResponse>;
}

/** Turns an error into the response format of one family of clients. */
export type RefusalShape = (error: AppError) => { readonly status: number; readonly body: unknown };

export interface TaskRoutes {
  readonly keyed: readonly TaskRoute[];
  readonly open: readonly OpenTaskRoute[];
  readonly refuse: RefusalShape;
}

/** A request on a route with a key, from its start on where calls are traced. */
type TracedRequest = KeyedRequest & { trace?: CallTrace };

/** Maximum body on routes without an API key. */
const OPEN_BODY_LIMIT_BYTES = 1024 * 1024;

const CORS_HEADERS = corsHeaders({ methods: ['GET', 'POST', 'DELETE'], headers: ['authorization', 'mj-api-secret'] });

/**
 * Raw routes for programs, like those of the relay: they check the key, then read the body, and refuse in the clients'
 * format.
 */
@Injectable()
export class TaskRouter {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly gate: KeyGate,
    private readonly running: RunningCalls,
    private readonly logger: Logger,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {}

  async register(fastify: FastifyInstance, { keyed, open, refuse }: TaskRoutes): Promise<void> {
    const routes = namedScope('tasks', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply, refuse));
      if (this.tracing) this.traceAll(scope, this.tracing, keyed);
      for (const route of keyed) {
        this.add(scope, route, this.gate.hook(route.isCounted), request => callerOf(request), route.handle);
      }
      for (const route of open) {
        this.add(scope, route, undefined, () => null, route.handle as TaskRoute['handle']);
      }
      for (const path of new Set(keyed.map(route => route.path))) {
        scope.options(path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
      }
      done();
    });
    await fastify.register(routes);
  }

  /** Open routes are not traced: the secrets of callbacks stand in their paths, and no caller waits for them. */
  private traceAll(scope: FastifyInstance, tracing: Tracing, keyed: readonly TaskRoute[]): void {
    const paths = new Map(keyed.map(({ path, logPath }) => [path, logPath ?? path]));
    scope.addHook('onRequest', (request: TracedRequest, _reply, done) => {
      const path = paths.get(request.routeOptions.url ?? '');
      if (path !== undefined) {
        const { method, headers, id: requestId } = request;
        request.trace = CallTrace.begin(tracing, { method, path, headers, requestId, startedAt: performance.now() });
      }
      done();
    });
    // A response whose caller left is not complete, and has this hook all the same.
    scope.addHook('onResponse', (request: TracedRequest, reply, done) => {
      request.trace?.end(reply.raw.headersSent ? reply.statusCode : null);
      done();
    });
  }

  private add(
    scope: FastifyInstance,
    route: Pick<TaskRoute, 'method' | 'path' | 'logPath'>,
    onRequest: ReturnType<KeyGate['hook']> | undefined,
    whoCalls: (request: KeyedRequest) => ApiCaller | null,
    handle: TaskRoute['handle'],
  ): void {
    scope.route({
      method: route.method,
      url: route.path,
      bodyLimit: onRequest ? this.config.relayBodyLimitBytes : OPEN_BODY_LIMIT_BYTES,
      ...(onRequest && { onRequest }),
      handler: async (request: TracedRequest, reply) => {
        const caller = whoCalls(request);
        const body = await decodeBody(request, this.config.relayBodyLimitBytes);
        const call: TaskCall = {
          caller: caller as ApiCaller, // open routes are typed without it
          request: {
            id: request.id,
            ip: request.ip,
            path: route.logPath ?? route.path,
            startedAt: request.startedAt ?? performance.now(),
            ...(request.trace && { trace: request.trace }),
          },
          params: request.params as Record<string, string>,
          query: new URLSearchParams(request.url.split('?', 2)[1] ?? ''),
          headers: request.headers,
          body,
        };
        const answer = await this.toItsEnd(() => handle(call));
        return this.send(reply, answer, caller);
      },
    });
  }

  /** Runs a handler to its end. A shutdown waits for it, because work that an upstream accepts must still be stored. */
  private async toItsEnd(handle: () => Promise<TaskResponse>): Promise<TaskResponse> {
    let answer: TaskResponse | null = null;
    const work = async () => {
      answer = await handle();
    };
    await this.running.track({ place: -1, cutOff: () => undefined }, work);
    return answer ?? { body: undefined };
  }

  private send(reply: FastifyReply, { status = 200, headers = {}, body }: TaskResponse, caller: ApiCaller | null) {
    reply.status(status).headers({ ...CORS_HEADERS, ...(caller && rateHeaders(caller)), ...headers });
    if (isStream(body)) return reply.send(body);
    return reply.type('application/json; charset=utf-8').send(body === undefined ? '' : JSON.stringify(body));
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, shape: RefusalShape): void {
    const known = this.toKnown(error, request);
    const { status, body } = shape(known);
    const wait = known.details.retryAfterSeconds;
    void reply
      .status(status)
      .headers({ ...CORS_HEADERS, ...(typeof wait === 'number' && { 'retry-after': String(wait) }) })
      .headers(toCallerError(known).isFinal ? { 'x-should-retry': 'false' } : {})
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  }

  private toKnown(error: unknown, request: FastifyRequest): AppError {
    if (isAppError(error)) return error;
    switch (requestErrorKind(error)) {
      case 'databaseAway':
        return new AppError('DATABASE_BUSY', { cause: error });
      case 'bodyTooLarge': {
        const megabytes = Math.round(this.config.relayBodyLimitBytes / 1024 / 1024);
        return new AppError('RELAY_BODY_TOO_LARGE', { cause: error, params: { megabytes } });
      }
      case 'bodyUnreadable':
      case 'fault':
        this.logger.error({ err: error, requestId: request.id }, 'a call on a task route failed');
        return new AppError('RELAY_INTERNAL', { cause: error });
    }
  }
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';
}
