export { ConsumptionWalk, type ConsumptionRow } from './store/consumption-walk';
export * from './store/hourly-usage.entity';
export * from './console/log-export';
export * from './store/log.entity';
export * from './store/log-record';
export * from './store/log.store';
export * from './log.module';
export * from './store/sentence-fields';
