import { Ledger } from '@billing';
import { AppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, corsHeaders, namedScope, type Config } from '@platform';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Admission } from '../admission/admit';
import { type RelayCall } from '../call/relay-call';
import { addBillingRoutes } from './billing.routes';
import { ServeCall } from './serve-call';
import { decodeBody } from './decode-body';
import { callerOf, KeyGate, rateHeaders, type KeyedRequest } from './key-gate';
import { addModelRoutes } from './model.routes';
import { formatOfRequest } from './caller-format';
import { readGeminiCall, readRouteCall, type ReadRules } from './read-request';
import { receivedFrom, takeOver } from './http-exchange';
import {
  deploymentPathsOf,
  geminiPrefixes,
  pathsOf,
  relayRoutes,
  shownPathOf,
  unofferedRoutes,
  type RelayRoute,
} from './relay-paths';

const CORS_HEADERS = corsHeaders({ methods: ['GET', 'POST', 'PUT', 'DELETE'], headers: ['authorization'] });

/**
 * The routes of the relay: raw routes on the same server, without any stage of Nest. The key is checked before the body
 * is read, bodies arrive as bounded bytes, and every refusal is an error in the format of the caller's route. Plain
 * calls do not come this far: `DirectCalls` takes them.
 */
@Injectable()
export class RelayRoutes {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly gate: KeyGate,
    private readonly admission: Admission,
    private readonly options: Options,
    private readonly ledger: Ledger,
    private readonly serveCall: ServeCall,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const routes = namedScope('relay', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => {
        const path = request.routeOptions.url;
        this.serveCall.refuse(error, takeOver(request, reply), { format: formatOfRequest(request), path });
      });
      for (const route of relayRoutes) this.addRoute(scope, route);
      this.addGeminiRoutes(scope);
      this.addUnoffered(scope);
      const onRequest = this.gate.hook(false);
      addModelRoutes(scope, { onRequest, namesFor: request => this.admission.modelsFor(callerOf(request)) });
      addBillingRoutes(scope, { onRequest, callerOf, ledger: this.ledger, options: this.options });
      done();
    });
    await fastify.register(routes);
  }

  private addRoute(scope: FastifyInstance, route: RelayRoute): void {
    for (const path of [...pathsOf(route), ...deploymentPathsOf(route)]) {
      this.addPost(scope, path, route.path, (request, body) =>
        readRouteCall(route, request, body, this.rulesFor(request)),
      );
    }
  }

  /**
   * Adds one wildcard route per prefix, because the verb is behind the last colon of the path and a name may hold
   * slashes.
   */
  private addGeminiRoutes(scope: FastifyInstance): void {
    for (const prefix of geminiPrefixes) {
      const path = `${prefix}/models/*`;
      this.addPost(scope, path, '/v1beta/models', (request, body) => {
        const { '*': rest } = request.params as { '*': string };
        return readGeminiCall(request, rest, body, this.rulesFor(request));
      });
    }
  }

  private addUnoffered(scope: FastifyInstance): void {
    for (const path of unofferedRoutes) {
      scope.route({
        method: ['GET', 'POST', 'DELETE'],
        url: `/v1${path}`,
        onRequest: this.gate.hook(false),
        handler: () => {
          throw new AppError('RELAY_NOT_IMPLEMENTED');
        },
      });
    }
    scope.delete('/v1/models/*', { onRequest: this.gate.hook(false) }, () => {
      throw new AppError('RELAY_NOT_IMPLEMENTED');
    });
  }

  private rulesFor(request: FastifyRequest): ReadRules {
    const { defaultModel } = callerOf(request);
    return { isStrict: this.options.current.StrictConversionEnabled, defaultModel };
  }

  private addPost(
    scope: FastifyInstance,
    path: string,
    shownPath: string,
    read: (request: FastifyRequest, body: Buffer) => RelayCall | Promise<RelayCall>,
  ): void {
    scope.options(path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
    // Clients check whether a path exists before they use it.
    scope.head(path, (_request, reply) => reply.headers(CORS_HEADERS).status(200).send());
    scope.post(
      path,
      {
        bodyLimit: this.config.relayBodyLimitBytes,
        onRequest: this.gate.hook(true),
      },
      (request: KeyedRequest, reply) => this.handle(shownPathOf(shownPath), read, request, reply),
    );
  }

  private async handle(
    path: string,
    read: (request: FastifyRequest, body: Buffer) => RelayCall | Promise<RelayCall>,
    request: KeyedRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const body = await decodeBody(request, this.config.relayBodyLimitBytes);
    const call = await read(request, body);
    const caller = callerOf(request);
    const exchange = takeOver(request, reply);
    const received = receivedFrom(exchange, { caller, call, path });
    await this.serveCall.serve(received, exchange, { answerHeaders: rateHeaders(caller) });
  }
}
