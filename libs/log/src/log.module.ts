import { Global, Module } from '@nestjs/common';
import { ManagementLog } from '@platform';
import { ClearLog } from './clear-log';
import { ConsumptionWalk } from './consumption-walk';
import { DataController } from './data.controller';
import { HourlyUsageReadModel } from './hourly-usage.read-model';
import { LogExport } from './log-export';
import { LogExportController } from './log-export.controller';
import { LogListReadModel } from './log-list.read-model';
import { LogStatReadModel } from './log-stat.read-model';
import { LogController } from './log.controller';
import { LogStore } from './log.store';
import { ManagementLogRows } from './management-log-rows';

/**
 * Log rows and what screens show of them. The module is global, because every module that moves money or changes rights
 * writes rows.
 */
@Global()
@Module({
  controllers: [LogController, LogExportController, DataController],
  providers: [
    LogStore,
    LogListReadModel,
    LogStatReadModel,
    LogExport,
    HourlyUsageReadModel,
    ClearLog,
    ConsumptionWalk,
    { provide: ManagementLog, useClass: ManagementLogRows },
  ],
  exports: [ConsumptionWalk, LogStore, ManagementLog],
})
export class LogModule {}
