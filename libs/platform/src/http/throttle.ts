import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { AppError } from '@kernel';
import { type FastifyRequest } from 'fastify';
import { type Limiter } from '../cluster/ports';
import { type Config } from '../config/config';

const CRITICAL = 'sluice:critical';

/** Marks login, registration, reset, mail and third-party routes: they share one small bucket per address. */
export function CriticalRoute() {
  return SetMetadata(CRITICAL, true);
}

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Stores the throttler's counts in our limiter, hence in Redis when several nodes serve. */
class LimiterThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly limiter: Limiter) {}

  async increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    const decision = await this.limiter.take(`http:${key}`, { limit, windowMs: ttlMs });
    const retryAfterSeconds = Math.ceil(decision.retryAfterMs / 1000);
    return {
      totalHits: limit - decision.remaining,
      timeToExpire: retryAfterSeconds,
      isBlocked: !decision.isAllowed,
      timeToBlockExpire: retryAfterSeconds,
    };
  }
}

/** The two buckets per client address that every console route passes through. */
export function throttlerOptions(config: Config, limiter: Limiter): ThrottlerModuleOptions {
  const reflector = new Reflector();
  const isCritical = (context: ExecutionContext) =>
    reflector.getAllAndOverride<boolean | undefined>(CRITICAL, [context.getHandler(), context.getClass()]) ?? false;
  return {
    storage: new LimiterThrottlerStorage(limiter),
    throttlers: [
      { name: 'api', ttl: config.apiWindowMs, limit: config.apiRequestsPerWindow },
      {
        name: 'critical',
        ttl: config.criticalWindowMs,
        limit: config.criticalRequestsPerWindow,
        skipIf: context => !isCritical(context),
      },
    ],
  };
}

/** Sliding windows per client address: one for all console routes together, one for the critical ones. */
@Injectable()
export class AddressThrottleGuard extends ThrottlerGuard {
  // Spelled out because the framework injects by the constructor of this class.
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
  ) {
    super(options, storage, reflector);
  }

  protected override getTracker(request: Record<string, unknown>): Promise<string> {
    return Promise.resolve((request as unknown as FastifyRequest).ip);
  }

  protected override generateKey(_context: ExecutionContext, address: string, bucket: string): string {
    return `${bucket}:${address}`;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    detail: { timeToBlockExpire: number },
  ): Promise<void> {
    throw new AppError('RATE_TOO_MANY', { details: { retryAfterSeconds: Math.max(1, detail.timeToBlockExpire) } });
  }
}
