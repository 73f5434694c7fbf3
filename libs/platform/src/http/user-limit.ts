import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@kernel';
import { Limiter, type WindowLimit } from '../cluster/ports';
import { type ConsoleRequest } from './caller';

const USER_LIMIT = 'sluice:user-limit';

interface NamedLimit extends WindowLimit {
  readonly name: string;
}

/** Limits the calls of one signed-in user from all addresses together; it applies beside the limits per address. */
@Injectable()
class UserLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: Limiter,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<NamedLimit | undefined>(USER_LIMIT, context.getHandler());
    const { caller } = context.switchToHttp().getRequest<ConsoleRequest>();
    if (!limit || !caller) throw new Error('A limit per person stands on a console route and names its window.');
    await takeOrRefuse(this.limiter, `user:${limit.name}:${caller.id}`, limit);
    return true;
  }
}

/** A limit per person on a console route: `@UserLimit('redeem', { limit: 10, windowMs: 60_000 })`. */
export function UserLimit(name: string, limit: WindowLimit) {
  return applyDecorators(SetMetadata(USER_LIMIT, { name, ...limit } satisfies NamedLimit), UseGuards(UserLimitGuard));
}

/**
 * Counts one attempt against a window.
 *
 * @throws AppError RATE_TOO_MANY with the seconds until the next one is accepted
 */
export async function takeOrRefuse(limiter: Limiter, key: string, limit: WindowLimit): Promise<void> {
  const { isAllowed, retryAfterMs } = await limiter.take(key, limit);
  if (isAllowed) return;
  throw new AppError('RATE_TOO_MANY', { details: { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) } });
}
