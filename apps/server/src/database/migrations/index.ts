import { Initial0001 } from './0001-initial';
import { ChannelKeys0002 } from './0002-channel-keys';

/** Explicit and ordered: a compiled build has no folder to search. */
export const migrations = [Initial0001, ChannelKeys0002];
