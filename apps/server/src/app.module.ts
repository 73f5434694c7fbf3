import { AlertModule } from '@alert';
import { ArchiveModule } from '@archive';
import { authModules } from '@auth';
import { BillingModule } from '@billing';
import { BudgetModule } from '@budget';
import { ChannelModule } from '@channel';
import { CostModule } from '@cost';
import { ImportModule } from '@import';
import { InspectorModule } from '@inspector';
import { JoiningModule } from '@joining';
import { LogModule } from '@log';
import { MidjourneyModule } from '@midjourney';
import { Module, type DynamicModule } from '@nestjs/common';
import { OptionModule } from '@option';
import { OverviewModule } from '@overview';
import { PaymentModule } from '@payment';
import { PricingModule } from '@pricing';
import { PlanModule } from '@plan';
import { Logger, PlatformModule, type Config } from '@platform';
import { RedemptionModule } from '@redemption';
import { RelayModule } from '@relay';
import { RetentionModule } from '@retention';
import { TaskEngineModule, TaskModule } from '@task';
import { TeamModule } from '@team';
import { TokenModule } from '@token';
import { UserModule } from '@user';
import { backUpBeforeMigration } from './database/backup-before-migration';
import { entities } from './database/entities';
import { migrations } from './database/migrations';
import { FreshConnections } from './fresh-connections';
import { LedgerStart } from './ledger-start';
import { MetricsEndpoint } from './metrics-endpoint';
import { OpenApiRoutes } from './openapi/openapi.routes';
import { Probes } from './probes';
import { Schedule } from './schedule';
import { SealingWatch } from './sealing-watch';
import { ServerGauges } from './server-gauges';

/** Says in the log of the server that tables are changed, and where the backup before lies. */
function beforeMigrations(config: Config) {
  const logger = new Logger(config.logLevel);
  return backUpBeforeMigration(config, process.env.BACKUP_PASSPHRASE, { say: line => logger.warn({}, line) });
}

/** Composition root: the only file that imports every module. */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(config, { entities, migrations, beforeMigrations: beforeMigrations(config) }),
        BillingModule,
        LogModule,
        OptionModule,
        ChannelModule,
        PricingModule,
        CostModule,
        UserModule,
        TeamModule,
        JoiningModule,
        TokenModule,
        ...authModules,
        RedemptionModule,
        PaymentModule,
        BudgetModule,
        PlanModule,
        InspectorModule,
        RelayModule,
        TaskEngineModule,
        TaskModule,
        MidjourneyModule,
        AlertModule,
        OverviewModule,
        ArchiveModule,
        RetentionModule,
        ImportModule,
      ],
      providers: [
        FreshConnections,
        LedgerStart,
        MetricsEndpoint,
        OpenApiRoutes,
        Probes,
        Schedule,
        SealingWatch,
        ServerGauges,
      ],
    };
  }
}
