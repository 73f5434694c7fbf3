import { Initial0001 } from './0001-initial';

/** Explicit and ordered: a compiled build has no folder to search. */
export const migrations = [Initial0001];
