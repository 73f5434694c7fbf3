import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type RoleValue } from '@contracts';
import { AppError } from '@kernel';
import { type FastifyReply } from 'fastify';
import { type ConsoleRequest } from './caller';
import { SessionReader } from './session-reader';

const REQUIRED_ROLE = 'sluice:required-role';

/** The minimum role of a route; on a method it overrides that of the controller. */
export function RequiredRole(role: RoleValue) {
  return SetMetadata(REQUIRED_ROLE, role);
}

/** The minimum role of a route; null for one that is open to guests. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- Nest hands handlers over as such
export function requiredRoleOf(handler: Function, controller: Function): RoleValue | null {
  const role: unknown = Reflect.getMetadata(REQUIRED_ROLE, handler) ?? Reflect.getMetadata(REQUIRED_ROLE, controller);
  return (role as RoleValue | undefined) ?? null;
}

/** Requires a session, an active account and a sufficient role. A route without a declared role admits no request. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionReader,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const role = this.reflector.getAllAndOverride<RoleValue | undefined>(REQUIRED_ROLE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (role === undefined) throw new Error('A console route has no required role.');
    const http = context.switchToHttp();
    const request = http.getRequest<ConsoleRequest>();
    request.caller = await this.sessions.read(request, http.getResponse<FastifyReply>());
    if (request.caller.role < role) throw new AppError('AUTH_FORBIDDEN');
    return true;
  }
}

/** For public routes that show more to signed-in users: recognises them and refuses no request. */
@Injectable()
export class OptionalSessionGuard implements CanActivate {
  constructor(private readonly sessions: SessionReader) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    request.caller = (await this.sessions.readOptional(request)) ?? undefined;
    return true;
  }
}
