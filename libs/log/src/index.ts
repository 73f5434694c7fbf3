export { ConsumptionWalk, type ConsumptionRow } from './store/consumption-walk';
export { KeyLogReadModel } from './console/key-log.read-model';
export * from './console/log-export';
export * from './store/log.entity';
export * from './store/log-record';
export * from './store/log.store';
export type { LogAge } from './store/log-ages';
export { LogTables } from './store/log-tables';
export { ManagementLogRows } from './store/management-log-rows';
export { removeAgedRows } from './store/remove-rows';

export * from './log.module';
export { packCall, packedPrice } from './store/packed-call';
export * from './store/sentence-fields';
export { HOUR_MS, hoursStatements, type UsageSum } from './store/usage-hours';
export { UsageUpkeep } from './store/usage-upkeep';
export { UsageFigures } from './console/usage-figures';
