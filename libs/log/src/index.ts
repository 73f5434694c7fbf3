export * from './hourly-usage.entity';
export * from './log-export';
export * from './log.entity';
export * from './log.store';
export * from './log.module';
