import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type RoleValue } from '@contracts';
import { AppError } from '@kernel';
import { type FastifyRequest } from 'fastify';

/** The caller of a console route, as stored at this moment. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly role: RoleValue;
  /** Stored group text: one name or a comma list. */
  readonly group: string;
  /** How the caller authenticated: some calls refuse access tokens. */
  readonly via: 'session' | 'access-token';
  /** Hash that names the session record; null for access tokens. */
  readonly sessionId: string | null;
}

/** The caller and where the call came from: who is named when something is changed or tested. */
export interface Actor extends Caller {
  readonly clientIp: string;
}

/** The request as the routes see it: with the caller, once a guard has found one. */
export type ConsoleRequest = FastifyRequest & { caller?: Caller };

/** Parameter decorator for the signed-in user of a console route. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return callerOf(context.switchToHttp().getRequest<ConsoleRequest>());
});

/** Parameter decorator for the same with the address, where what is done is written down. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<ConsoleRequest>();
  return { ...callerOf(request), clientIp: request.ip };
});

function callerOf({ caller }: ConsoleRequest): Caller {
  if (!caller) throw new AppError('AUTH_NOT_LOGGED_IN');
  return caller;
}

/** Parameter decorator for the caller of a public route; null when no user is signed in. */
export const MaybeCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller | null => {
  return context.switchToHttp().getRequest<ConsoleRequest>().caller ?? null;
});

/** Address of the client; forwarded headers count only from configured proxies. */
export const ClientIp = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return context.switchToHttp().getRequest<FastifyRequest>().ip;
});
