import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type FastifyReply } from 'fastify';
import { type ApiCaller } from '@token';
import { type ReceivedCall } from '../call/received-call';
import { type RelayCall } from '../call/relay-call';
import { type KeyedRequest } from './key-gate';

/** One request with its response, apart from whoever received it: the framework, or the server itself. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The caller's address behind the proxies that the operator trusts. */
  readonly clientIp: string;
  /** Start of the request, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

/** Takes an exchange out of the framework's hands: from now on only our own code answers it. */
export function takeOver(request: KeyedRequest, reply: FastifyReply): HttpExchange {
  reply.hijack();
  return {
    request: request.raw,
    response: reply.raw,
    requestId: request.id,
    clientIp: request.ip,
    startedAt: request.startedAt ?? performance.now(),
  };
}

/** What a route knows of a call beside its exchange. */
interface ReadCall {
  readonly caller: ApiCaller;
  readonly call: RelayCall;
  /** The path as the log shows it. */
  readonly path: string;
}

/** The call of an exchange, as it goes through the relay. */
export function receivedFrom(exchange: HttpExchange, { caller, call, path }: ReadCall): ReceivedCall {
  const { request, requestId, clientIp, startedAt } = exchange;
  return { requestId, caller, call, clientIp, path, headers: request.headers, startedAt };
}
