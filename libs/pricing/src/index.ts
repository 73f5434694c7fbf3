export * from './call-factor';
export * from './completion-ratio';
export * from './groups';
export * from './price';
export * from './ratio-book';
export * from './receipt';
export * from './shipped-book';
export { CACHE_HOUR_FACTOR } from './weights';
