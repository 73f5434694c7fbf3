import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { ClusterModule, HUB } from './cluster/cluster.module';
import { type HubClient } from './cluster/hub-client';
import { Limiter } from './cluster/ports';
import { CONFIG, type Config } from './config/config';
import { followSealing, keepSealing } from './crypto/sealing-state';
import { SecretBox } from './crypto/secret-box';
import { Database } from './database/database';
import { dataSourceOptions } from './database/data-source-options';
import { type BeforeMigrations } from './database/migrate';
import { openDatabase, openReader } from './database/open-database';
import { UnitOfWork } from './database/unit-of-work';
import { EventBus } from './events/event-bus';
import { EnvelopeFilter } from './http/envelope.filter';
import { throttlerOptions } from './http/throttle';
import { JobRunner } from './jobs/job-runner';
import { Logger } from './log/logger';
import { Metrics } from './metrics/metrics';
import { type Tracing } from './tracing/tracing';
import { OutboundClient } from './transport/outbound-client';

/** The {@link Metrics} of this process, or null where nobody has asked for them. */
export const METRICS = Symbol('METRICS');

/** The {@link Tracing} of this process, or null where nobody has asked for traces. */
export const TRACING = Symbol('TRACING');

type Schema = Pick<DataSourceOptions, 'entities' | 'migrations'> & { readonly beforeMigrations?: BeforeMigrations };

/** Closes the database after every other module has finished with it. */
class DatabaseCloser implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  /** TypeORM's module closes the writing connection as well, and does so before this one can. */
  beforeApplicationShutdown(): void {
    this.database.letGo();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

const metricsProvider = {
  provide: METRICS,
  inject: [CONFIG, EventBus, HUB],
  useFactory: ({ metricsPort, metricsToken, workers }: Config, events: EventBus, hub: HubClient | null) =>
    metricsPort !== 0 || metricsToken !== '' ? Metrics.start({ events, hub, workers }) : null,
};

/** The box of this process, which hashes and seals as the other processes on its database do. */
function secretBoxFor({ masterKey, previousMasterKey }: Config) {
  return async (database: Database, unitOfWork: UnitOfWork, logger: Logger): Promise<SecretBox> => {
    const box = new SecretBox(masterKey, previousMasterKey);
    await unitOfWork.run(manager => keepSealing(manager, database.dialect, box));
    if (!(await followSealing(database.read, box))) {
      logger.error({}, 'MASTER_KEY is not the key of this database: no stored key, token or secret can be used');
    }
    return box;
  };
}

const tracingProvider = {
  provide: TRACING,
  inject: [CONFIG, Logger],
  useFactory: async ({ tracing }: Config, logger: Logger): Promise<Tracing | null> => {
    if (tracing === null) return null;
    const { startTracing } = await import('./tracing/open-telemetry.js');
    return startTracing(tracing, logger);
  },
};

/** Services that every module may use. Global, because each of these exists once per process. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: Config, { beforeMigrations, ...schema }: Schema): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ClusterModule,
        ScheduleModule.forRoot(),
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSourceOptions(config, schema), manualInitialization: false }),
          dataSourceFactory: options => openDatabase(options as DataSourceOptions, beforeMigrations),
        }),
        ThrottlerModule.forRootAsync({
          inject: [CONFIG, Limiter],
          useFactory: throttlerOptions,
        }),
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Logger, useFactory: () => new Logger(config.logLevel) },
        { provide: SecretBox, inject: [Database, UnitOfWork, Logger], useFactory: secretBoxFor(config) },
        {
          provide: Database,
          inject: [getDataSourceToken()],
          useFactory: async (writer: DataSource) => new Database(writer, await openReader(writer)),
        },
        {
          provide: UnitOfWork,
          inject: [Database, HUB],
          useFactory: (database: Database, hub: HubClient | null) =>
            new UnitOfWork(database, undefined, database.dialect === 'sqlite' ? hub : null),
        },
        {
          provide: DatabaseCloser,
          inject: [Database],
          useFactory: (database: Database) => new DatabaseCloser(database),
        },
        metricsProvider,
        tracingProvider,
        EventBus,
        JobRunner,
        OutboundClient,
        EnvelopeFilter,
      ],
      exports: [
        METRICS,
        TRACING,
        CONFIG,
        Logger,
        SecretBox,
        Database,
        UnitOfWork,
        EventBus,
        JobRunner,
        OutboundClient,
        EnvelopeFilter,
        ThrottlerModule,
      ],
    };
  }
}
