import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Redis } from 'ioredis';
import { CONFIG, type Config } from '../config/config';
import { Logger } from '../log/logger';
import { CallLimits } from './call-limits';
import { HubClient } from './hub-client';
import { HubCallLimits, HubChangeNotices, HubLeases, HubLimiter } from './hub-ports';
import { InProcessChangeNotices, InProcessLeases, InProcessLimiter } from './in-process';
import { InProcessCallLimits } from './in-process-limits';
import { ChangeNotices, Leases, Limiter } from './ports';
import { supervisorChannel } from './process-channel';
import { RedisLeases, RedisLimiter } from './redis';
import { RedisBreaker } from './redis-breaker';
import { RedisCallLimits } from './redis-limits';
import { RedisChangeNotices } from './redis-notices';

/** The {@link RedisBreaker} in front of Redis, or null for a single node. */
export const REDIS = Symbol('REDIS');

/** The {@link HubClient} of a worker, or null for a process without a supervisor. */
export const HUB = Symbol('HUB');

/**
 * One connection to Redis, made again for as long as the process lives. Commands should go through a breaker: this
 * connection only makes sure that they end. There is no ready check: a server that still loads its data says so in
 * response to every command.
 */
export async function connectRedis(url: string, logger: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis'); // large, and of no use to a node that is alone
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    autoResubscribe: false, // the notices subscribe on every new connection, because they must catch up then
    commandTimeout: 5000,
    connectTimeout: 5000,
    retryStrategy: attempts => Math.min(1000, attempts * 100),
  });
  redis.on('error', (error: Error) => logger.debug({ err: error }, 'Redis does not answer'));
  return redis;
}

/**
 * Ports between processes: over Redis where it connects nodes, over the supervisor between the workers of one node, and
 * otherwise inside the process.
 */
@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [CONFIG, Logger],
      useFactory: async (config: Config, logger: Logger) =>
        config.redisUrl ? new RedisBreaker(await connectRedis(config.redisUrl, logger), logger) : null,
    },
    {
      provide: HUB,
      useFactory: () => {
        const channel = supervisorChannel();
        return channel && new HubClient(channel);
      },
    },
    {
      provide: ChangeNotices,
      inject: [REDIS, HUB, CONFIG, Logger],
      useFactory: async (redis: RedisBreaker | null, hub: HubClient | null, config: Config, logger: Logger) => {
        if (redis && config.redisUrl) {
          return new RedisChangeNotices(redis, await connectRedis(config.redisUrl, logger), logger);
        }
        return hub ? new HubChangeNotices(hub) : new InProcessChangeNotices();
      },
    },
    {
      provide: Limiter,
      inject: [REDIS, HUB],
      useFactory: (redis: RedisBreaker | null, hub: HubClient | null) => {
        if (redis) return new RedisLimiter(redis);
        return hub ? new HubLimiter(hub) : new InProcessLimiter();
      },
    },
    {
      provide: CallLimits,
      inject: [REDIS, HUB],
      useFactory: (redis: RedisBreaker | null, hub: HubClient | null) => {
        if (redis) return new RedisCallLimits(redis);
        return hub ? new HubCallLimits(hub) : new InProcessCallLimits();
      },
    },
    {
      provide: Leases,
      inject: [REDIS, HUB],
      useFactory: (redis: RedisBreaker | null, hub: HubClient | null) => {
        if (redis) return new RedisLeases(redis);
        return hub ? new HubLeases(hub) : new InProcessLeases();
      },
    },
  ],
  exports: [REDIS, HUB, CallLimits, ChangeNotices, Limiter, Leases],
})
export class ClusterModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: RedisBreaker | null,
    private readonly notices: ChangeNotices,
    private readonly limits: CallLimits,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.notices.close();
    await this.limits.close();
    this.redis?.close();
  }
}
