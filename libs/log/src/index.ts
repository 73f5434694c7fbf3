export { ConsumptionWalk, type ConsumptionRow } from './consumption-walk';
export * from './hourly-usage.entity';
export * from './log-export';
export * from './log.entity';
export * from './log-record';
export * from './log.store';
export * from './log.module';
export * from './sentence-fields';
