import { Global, Module } from '@nestjs/common';
import { ManagementLog } from '@platform';
import { LogStore } from './log.store';
import { ManagementLogRows } from './management-log-rows';

/** Log rows: global, because every module that moves money or rights writes one. */
@Global()
@Module({
  providers: [LogStore, { provide: ManagementLog, useClass: ManagementLogRows }],
  exports: [LogStore, ManagementLog],
})
export class LogModule {}
