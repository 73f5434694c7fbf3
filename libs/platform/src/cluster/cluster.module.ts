import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config';
import { Logger } from '../log/logger';
import { InProcessChangeNotices, InProcessLeases, InProcessLimiter } from './in-process';
import { ChangeNotices, Leases, Limiter } from './ports';
import { RedisChangeNotices, RedisLeases, RedisLimiter } from './redis';

/** The connection to Redis, or null for a node that is alone. */
const REDIS = Symbol('REDIS');

export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: true,
    commandTimeout: 2000,
    connectTimeout: 5000,
    retryStrategy: attempts => Math.min(5000, attempts * 200),
  });
  redis.on('error', (error: Error) => logger.debug({ err: error }, 'Redis does not answer'));
  return redis;
}

/** Ports between nodes: one set of classes when alone, another when Redis connects them. */
@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [CONFIG, Logger],
      useFactory: (config: Config, logger: Logger) => (config.redisUrl ? connectRedis(config.redisUrl, logger) : null),
    },
    {
      provide: ChangeNotices,
      inject: [REDIS, Logger],
      useFactory: (redis: Redis | null, logger: Logger) =>
        redis ? new RedisChangeNotices(redis, redis.duplicate(), logger) : new InProcessChangeNotices(),
    },
    {
      provide: Limiter,
      inject: [REDIS],
      useFactory: (redis: Redis | null) => (redis ? new RedisLimiter(redis) : new InProcessLimiter()),
    },
    {
      provide: Leases,
      inject: [REDIS],
      useFactory: (redis: Redis | null) => (redis ? new RedisLeases(redis) : new InProcessLeases()),
    },
  ],
  exports: [ChangeNotices, Limiter, Leases],
})
export class ClusterModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis | null,
    private readonly notices: ChangeNotices,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.notices.close();
    this.redis?.disconnect();
  }
}
