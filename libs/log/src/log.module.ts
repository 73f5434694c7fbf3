import { Global, Module } from '@nestjs/common';
import { ManagementLog } from '@platform';
import { CallSumsReadModel } from './console/call-sums.read-model';
import { ClearLog } from './console/clear-log';
import { ConsumptionWalk } from './store/consumption-walk';
import { DataController } from './console/data.controller';
import { HourlyUsageReadModel } from './console/hourly-usage.read-model';
import { KeyLogReadModel } from './console/key-log.read-model';
import { LogExport } from './console/log-export';
import { LogExportController } from './console/log-export.controller';
import { LogCursors } from './console/log-cursors';
import { LogListReadModel } from './console/log-list.read-model';
import { LogStatReadModel } from './console/log-stat.read-model';
import { LogController } from './console/log.controller';
import { LogStore } from './store/log.store';
import { LogTables } from './store/log-tables';
import { ManagementLogRows } from './store/management-log-rows';
import { ReportFigures } from './console/report-figures';
import { ShareFigures } from './console/share-figures';
import { TeamLogReadModel } from './console/team-log.read-model';
import { UsageFigures } from './console/usage-figures';
import { UsageRankingReadModel } from './console/usage-ranking.read-model';
import { UsageUpkeep } from './store/usage-upkeep';

/**
 * Log rows and what screens show of them. The module is global, because every module that moves money or changes rights
 * writes rows.
 */
@Global()
@Module({
  controllers: [LogController, LogExportController, DataController],
  providers: [
    LogStore,
    LogTables,
    KeyLogReadModel,
    LogListReadModel,
    LogCursors,
    LogStatReadModel,
    LogExport,
    HourlyUsageReadModel,
    ReportFigures,
    ShareFigures,
    TeamLogReadModel,
    UsageFigures,
    UsageRankingReadModel,
    UsageUpkeep,
    CallSumsReadModel,
    ClearLog,
    ConsumptionWalk,
    { provide: ManagementLog, useClass: ManagementLogRows },
  ],
  exports: [
    CallSumsReadModel,
    ConsumptionWalk,
    KeyLogReadModel,
    LogStore,
    LogTables,
    ManagementLog,
    UsageFigures,
    UsageRankingReadModel,
    ReportFigures,
    ShareFigures,
    TeamLogReadModel,
    UsageUpkeep,
  ],
})
export class LogModule {}
