export { Retention, RETENTION_LEASE_MS } from './retention';
export { RetentionModule } from './retention.module';
export { RetentionWork, type RetentionParts } from './retention-work';
export { readAges } from './store/cutoffs';
export { dueRows } from './store/due-rows';
