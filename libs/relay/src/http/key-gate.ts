import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { rateHeadersOf, TokenGate, withTags, type ApiCaller } from '@token';
import { type IncomingHttpHeaders } from 'node:http';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { presentedKey } from '../call/caller-key';

/** A request whose key is checked before its body is read. */
export type KeyedRequest = FastifyRequest & { apiCaller?: ApiCaller; startedAt?: number };

/** Tags by which calls are told apart in logs and reports; it stays with us. */
const TAGS_HEADER = 'x-sluice-tags';

type Next = (error?: Error) => void;

/** The parts of a request that show who calls. */
interface CallerSigns {
  readonly headers: IncomingHttpHeaders;
  /** The URL as it was received, with its query. */
  readonly url: string;
  /** The caller's address behind trusted proxies. */
  readonly ip: string;
}

/** Admits requests with a valid key, as the first stage of every route for programs. */
@Injectable()
export class KeyGate {
  constructor(private readonly gate: TokenGate) {}

  /**
   * Checks the key and the tags of the call, synchronously when it is known, so that most requests stay within one turn of the event loop.
   *
   * @param isCounted whether the call counts towards the key's own rate limit
   * @throws AppError as `TokenGate.admit` does; TAGS_INVALID
   */
  admit({ headers, url, ip }: CallerSigns, isCounted: boolean): ApiCaller | Promise<ApiCaller> {
    const key = presentedKey({ headers, query: queryOf(url) });
    if (key === null) throw new AppError('RELAY_TOKEN_MISSING');
    const caller = this.gate.admit(key, ip, { isCounted, client: headers['user-agent'] });
    const tags = headers[TAGS_HEADER];
    if (tags === undefined) return caller;
    const text = String(tags);
    return caller instanceof Promise ? caller.then(known => withTags(known, text)) : withTags(caller, text);
  }

  /** Checks the key of a request that the framework received, and notes its caller. */
  open(request: KeyedRequest, isCounted: boolean, next: Next): void {
    request.startedAt = performance.now();
    try {
      const caller = this.admit(request, isCounted);
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

  /** Returns `open` as a hook for a route. */
  hook(isCounted: boolean): (request: KeyedRequest, reply: FastifyReply, next: Next) => void {
    return (request, _reply, next) => this.open(request, isCounted, next);
  }
}

/** @throws AppError RELAY_TOKEN_MISSING on a route without the gate */
export function callerOf(request: KeyedRequest): ApiCaller {
  if (!request.apiCaller) throw new AppError('RELAY_TOKEN_MISSING');
  return request.apiCaller;
}

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** Headers from which clients see that they should slow down before they are refused. */
export function rateHeaders({ rate }: ApiCaller): Readonly<Record<string, string>> {
  return rate ? rateHeadersOf(rate) : NO_HEADERS;
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
