import { AccountEntity, NodeEntity } from '@billing';
import { HourlyUsageEntity, LogEntity } from '@log';

/** Every table that is read or written through an entity; explicit, because a compiled build has no folder to search. */
export const entities = [AccountEntity, NodeEntity, LogEntity, HourlyUsageEntity];
