import type { Caller } from '@platform';

/** Who does something to another account, and from where; both go into the log. */
export interface Actor {
  readonly caller: Caller;
  readonly clientIp: string;
}
