import { AppError, isAppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, isDatabaseAway, Logger, type Config } from '@platform';
import { TokenGate, type ApiCaller } from '@token';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../admit';
import { presentedKey } from '../caller-key';
import { ClientConnection } from '../deliver/client-connection';
import { toCallerError } from '../dialect/openai-error';
import { modelList, modelObject } from '../model-list';
import { readCall } from '../relay-call';
import { RelayRunner } from '../run-relay';
import { decodeBody } from './decode-body';
import { relayRoutes, type RelayRoute } from './relay.routes';
import { RunningCalls } from './running-calls';

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-max-age': '86400',
} as const;

/** A relay request after its key was accepted, before its body was read. */
type RelayRequest = FastifyRequest & { apiCaller?: ApiCaller; startedAt?: number };

/**
 * The relay door: raw routes on the same server, without any stage of the framework. The key is checked before the body
 * is read, bodies arrive as bounded bytes, and every refusal is an error object of the OpenAI protocol.
 */
@Injectable()
export class RelayDoor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly gate: TokenGate,
    private readonly admission: Admission,
    private readonly runner: RelayRunner,
    private readonly running: RunningCalls,
    private readonly logger: Logger,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
      for (const route of relayRoutes) this.addRoute(scope, route);
      this.addModelRoutes(scope);
      done();
    });
  }

  private addRoute(scope: FastifyInstance, route: RelayRoute): void {
    scope.options(route.path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
    scope.post(
      route.path,
      {
        bodyLimit: this.config.relayBodyLimitBytes,
        onRequest: (request: RelayRequest, _reply, next) => this.openGate(request, true, next),
      },
      (request: RelayRequest, reply) => this.handle(route, request, reply),
    );
  }

  private addModelRoutes(scope: FastifyInstance): void {
    const onRequest = (request: RelayRequest, _reply: FastifyReply, next: (error?: Error) => void) =>
      this.openGate(request, false, next);
    for (const path of ['/v1/models', '/v1/models/*']) {
      scope.options(path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
    }
    scope.get('/v1/models', { onRequest }, (request: RelayRequest, reply) =>
      reply.header('access-control-allow-origin', '*').send(modelList(this.admission.modelsFor(callerOf(request)))),
    );
    // A wildcard, because names like `org/model` contain slashes.
    scope.get<{ Params: { '*': string } }>('/v1/models/*', { onRequest }, (request, reply) => {
      const name = request.params['*'].replace(/\/$/, '');
      if (!this.admission.modelsFor(callerOf(request)).includes(name)) {
        throw new AppError('RELAY_MODEL_UNKNOWN', { params: { model: name } });
      }
      return reply.header('access-control-allow-origin', '*').send(modelObject(name));
    });
  }

  /** Stays synchronous when the key is known: most requests then never leave this turn of the event loop. */
  private openGate(request: RelayRequest, isCounted: boolean, next: (error?: Error) => void): void {
    request.startedAt = performance.now();
    try {
      const key = presentedKey({ headers: request.headers, query: queryOf(request.url) });
      if (key === null) return next(new AppError('RELAY_TOKEN_MISSING'));
      const caller = this.gate.admit(key, request.ip, { isCounted });
      if (!(caller instanceof Promise)) {
        request.apiCaller = caller;
        return next();
      }
      caller.then(
        known => {
          request.apiCaller = known;
          next();
        },
        (error: Error) => next(error),
      );
    } catch (error) {
      next(error as Error);
    }
  }

  private async handle(route: RelayRoute, request: RelayRequest, reply: FastifyReply): Promise<void> {
    const body = await decodeBody(request, this.config.relayBodyLimitBytes);
    const call = readCall(route.endpoint, body);
    reply.hijack();
    const client = this.clientOf(request, reply);
    const job = {
      caller: callerOf(request),
      call,
      client,
      clientIp: request.ip,
      path: route.path,
      startedAt: request.startedAt ?? performance.now(),
    };
    await this.running.track(client, async () => {
      try {
        await this.runner.run(job);
      } catch (error) {
        client.refuse(toCallerError(this.toKnown(error, request)));
      }
    });
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    this.clientOf(request, reply).refuse(toCallerError(this.toKnown(error, request)));
  }

  private clientOf(request: FastifyRequest, reply: FastifyReply): ClientConnection {
    return new ClientConnection(request.raw, reply.raw, request.id, this.config.streamIdleTimeoutMs);
  }

  private toKnown(error: unknown, request: FastifyRequest): AppError {
    if (isAppError(error)) return error;
    if (isDatabaseAway(error)) {
      this.logger.warn({ err: error, requestId: request.id }, 'a relay call was refused: the database is away');
      return new AppError('DATABASE_BUSY', { cause: error });
    }
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      const megabytes = Math.round(this.config.relayBodyLimitBytes / 1024 / 1024);
      return new AppError('RELAY_BODY_TOO_LARGE', { cause: error, params: { megabytes } });
    }
    if (statusCode && statusCode >= 400 && statusCode < 500) {
      return new AppError('RELAY_BODY_INVALID', { cause: error, params: { detail: 'the body cannot be read' } });
    }
    this.logger.error({ err: error, requestId: request.id }, 'a relay call failed');
    return new AppError('RELAY_INTERNAL', { cause: error });
  }
}

function callerOf(request: RelayRequest): ApiCaller {
  if (!request.apiCaller) throw new AppError('RELAY_TOKEN_MISSING');
  return request.apiCaller;
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
