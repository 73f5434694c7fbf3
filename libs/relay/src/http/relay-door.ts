import { Ledger } from '@billing';
import { AppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { TokenGate, type ApiCaller } from '@token';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../admit';
import { presentedKey } from '../caller-key';
import type { RelayCall } from '../relay-call';
import { addBillingRoutes } from './billing-routes';
import { CallDesk } from './call-desk';
import { decodeBody } from './decode-body';
import { addModelRoutes } from './model-routes';
import { formatOfPath, readGeminiCall, readRouteCall } from './read-request';
import {
  claudePrefix,
  geminiPrefixes,
  relayRoutes,
  routePrefixes,
  unofferedRoutes,
  type RelayRoute,
} from './relay.routes';

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
 * is read, bodies arrive as bounded bytes, and every refusal is an error in the format of the caller's route.
 */
@Injectable()
export class RelayDoor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly gate: TokenGate,
    private readonly admission: Admission,
    private readonly options: Options,
    private readonly ledger: Ledger,
    private readonly desk: CallDesk,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => {
        this.desk.refuse(error, request, reply, { format: formatOfPath(request.url.split('?', 1)[0] ?? '') });
      });
      for (const route of relayRoutes) this.addRoute(scope, route);
      this.addGeminiRoutes(scope);
      this.addUnoffered(scope);
      const onRequest = (request: RelayRequest, _reply: FastifyReply, next: (error?: Error) => void) =>
        this.openGate(request, false, next);
      addModelRoutes(scope, { onRequest, namesFor: request => this.admission.modelsFor(callerOf(request)) });
      addBillingRoutes(scope, { onRequest, callerOf, ledger: this.ledger, options: this.options });
      done();
    });
  }

  private addRoute(scope: FastifyInstance, route: RelayRoute): void {
    const prefixes = route.format === 'anthropic' ? [...routePrefixes, claudePrefix] : routePrefixes;
    for (const prefix of prefixes) {
      this.addPost(scope, prefix + route.path, route.path, (request, body) =>
        readRouteCall(route, request, body, this.isStrict),
      );
    }
  }

  /** The verb stands behind the last colon of the address, and a name may hold slashes: one wildcard for all. */
  private addGeminiRoutes(scope: FastifyInstance): void {
    for (const prefix of geminiPrefixes) {
      const path = `${prefix}/models/*`;
      this.addPost(scope, path, '/v1beta/models', (request, body) => {
        const { '*': rest } = request.params as { '*': string };
        return readGeminiCall(request, rest, body, this.isStrict);
      });
    }
  }

  private addUnoffered(scope: FastifyInstance): void {
    for (const path of unofferedRoutes) {
      scope.route({
        method: ['GET', 'POST', 'DELETE'],
        url: `/v1${path}`,
        onRequest: (request: RelayRequest, _reply, next) => this.openGate(request, false, next),
        handler: () => {
          throw new AppError('RELAY_NOT_IMPLEMENTED');
        },
      });
    }
    scope.delete(
      '/v1/models/*',
      { onRequest: (request: RelayRequest, _reply, next) => this.openGate(request, false, next) },
      () => {
        throw new AppError('RELAY_NOT_IMPLEMENTED');
      },
    );
  }

  private get isStrict(): boolean {
    return this.options.current.StrictConversionEnabled;
  }

  private addPost(
    scope: FastifyInstance,
    path: string,
    shownPath: string,
    read: (request: FastifyRequest, body: Buffer) => RelayCall | Promise<RelayCall>,
  ): void {
    scope.options(path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
    // Clients look whether an address is there before they use it.
    scope.head(path, (_request, reply) => reply.headers(CORS_HEADERS).status(200).send());
    scope.post(
      path,
      {
        bodyLimit: this.config.relayBodyLimitBytes,
        onRequest: (request: RelayRequest, _reply, next) => this.openGate(request, true, next),
      },
      (request: RelayRequest, reply) => this.handle(`/v1${shownPath}`.replace('/v1/v1', '/v1'), read, request, reply),
    );
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

  private async handle(
    path: string,
    read: (request: FastifyRequest, body: Buffer) => RelayCall | Promise<RelayCall>,
    request: RelayRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const body = await decodeBody(request, this.config.relayBodyLimitBytes);
    const call = await read(request, body);
    const caller = callerOf(request);
    await this.desk.serve(request, reply, {
      caller,
      call,
      path,
      startedAt: request.startedAt ?? performance.now(),
      answerHeaders: rateHeaders(caller),
    });
  }
}

function callerOf(request: RelayRequest): ApiCaller {
  if (!request.apiCaller) throw new AppError('RELAY_TOKEN_MISSING');
  return request.apiCaller;
}

/** The headers by which clients slow down before they are refused. */
function rateHeaders({ rate }: ApiCaller): Readonly<Record<string, string>> {
  if (!rate) return {};
  return {
    'x-ratelimit-limit-requests': String(rate.limit),
    'x-ratelimit-remaining-requests': String(rate.remaining),
    'x-ratelimit-reset-requests': `${rate.windowSeconds}s`,
  };
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
