import type { LogOther } from '@contracts';
import type { Caller } from '@platform';

/** Who does something to another account, and from where. */
export interface Actor {
  readonly caller: Caller;
  readonly clientIp: string;
}

/** The actor for the log row of the other account: shown to administrators only, whose address is not its owner's business. */
export const actorInfo = ({ caller, clientIp }: Actor): string =>
  JSON.stringify({ admin_info: { actor: caller.username, actor_ip: clientIp } } satisfies LogOther);
