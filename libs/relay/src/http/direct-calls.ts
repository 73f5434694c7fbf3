import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type ApiCaller } from '@token';
import { type RelayCall } from '../call/relay-call';
import { formatOfRequest } from './caller-format';
import { clientAddressIn } from './client-address';
import { type HttpExchange, receivedFrom } from './http-exchange';
import { KeyGate, rateHeaders } from './key-gate';
import { readBody } from './read-body';
import { readJsonCall } from './read-request';
import { pathsOf, relayRoutes, shownPathOf, type RelayRoute } from './relay-paths';
import { ServeCall } from './serve-call';

/** A route that is answered here, and the path as the log shows it. */
interface DirectRoute {
  readonly route: RelayRoute;
  readonly path: string;
}

/**
 * Answers the relay's plain calls as the server receives them, before any stage of the framework: JSON that is not
 * encoded, on paths without parameters. The stages and the refusals are those of `RelayRoutes`, which serves the rest.
 */
@Injectable()
export class DirectCalls {
  private readonly routes = directRoutes();
  private readonly addressOf: (request: IncomingMessage) => string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly gate: KeyGate,
    private readonly options: Options,
    private readonly serveCall: ServeCall,
  ) {
    this.addressOf = clientAddressIn(config.trustedProxies);
  }

  /** @returns false for a request that is none of these; nothing of it was touched then */
  take(request: IncomingMessage, response: ServerResponse, nextRequestId: () => string): boolean {
    const direct = request.method === 'POST' ? this.routes.get(pathOf(request.url ?? '')) : undefined;
    if (direct === undefined || !isPlainJson(request.headers)) return false;
    const startedAt = performance.now();
    const clientIp = this.addressOf(request);
    this.admit(direct, { request, response, requestId: nextRequestId(), clientIp, startedAt });
    return true;
  }

  /** The key is checked before the body is read. */
  private admit(direct: DirectRoute, exchange: HttpExchange): void {
    try {
      const { headers, url = '' } = exchange.request;
      const caller = this.gate.admit({ headers, url, ip: exchange.clientIp }, true);
      if (!(caller instanceof Promise)) return this.receive(direct, exchange, caller);
      caller.then(
        known => this.receive(direct, exchange, known),
        (error: unknown) => this.refuse(error, exchange, direct.path),
      );
    } catch (error) {
      this.refuse(error, exchange, direct.path);
    }
  }

  private receive(direct: DirectRoute, exchange: HttpExchange, caller: ApiCaller): void {
    readBody(exchange.request, this.config.relayBodyLimitBytes, (error, body) => {
      if (error) this.refuse(error, exchange, direct.path);
      else this.serve(direct, exchange, caller, body);
    });
  }

  private serve({ route, path }: DirectRoute, exchange: HttpExchange, caller: ApiCaller, body: Buffer): void {
    let call: RelayCall;
    try {
      const rules = { isStrict: this.options.current.StrictConversionEnabled, defaultModel: caller.defaultModel };
      call = readJsonCall(route, exchange.request, body, rules);
    } catch (error) {
      return this.refuse(error, exchange, path);
    }
    const received = receivedFrom(exchange, { caller, call, path });
    void this.serveCall.serve(received, exchange, { answerHeaders: rateHeaders(caller) });
  }

  private refuse(error: unknown, exchange: HttpExchange, path: string): void {
    const { headers, url = '' } = exchange.request;
    this.serveCall.refuse(error, exchange, { format: formatOfRequest({ url, headers }), path });
  }
}

/** The routes by their exact paths, with and without a slash at the end. */
function directRoutes(): ReadonlyMap<string, DirectRoute> {
  const plain = relayRoutes.filter(({ path, isForm }) => !isForm && !path.includes(':'));
  return new Map(
    plain.flatMap(route =>
      pathsOf(route).flatMap(path => {
        const direct = { route, path: shownPathOf(route.path) };
        return [[path, direct] as const, [`${path}/`, direct] as const];
      }),
    ),
  );
}

function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

function isPlainJson(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'];
  const isJson =
    type === 'application/json' || (type !== undefined && /^application\/json; ?charset=utf-8$/i.test(type));
  return isJson && headers['content-encoding'] === undefined;
}
