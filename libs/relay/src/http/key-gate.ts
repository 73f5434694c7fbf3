import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { TokenGate, type ApiCaller } from '@token';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { presentedKey } from '../call/caller-key';

/** A request whose key is checked before its body is read. */
export type KeyedRequest = FastifyRequest & { apiCaller?: ApiCaller; startedAt?: number };

type Next = (error?: Error) => void;

/** Admits requests with a valid key, as the first stage of every route for programs. */
@Injectable()
export class KeyGate {
  constructor(private readonly gate: TokenGate) {}

  /**
   * Checks the key, synchronously when it is known, so that most requests stay within one turn of the event loop.
   *
   * @param isCounted whether the call counts towards the key's own rate limit
   */
  open(request: KeyedRequest, isCounted: boolean, next: Next): void {
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

/** Headers from which clients see that they should slow down before they are refused. */
export function rateHeaders({ rate }: ApiCaller): Readonly<Record<string, string>> {
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
