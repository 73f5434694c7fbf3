import { type Caller, type ManagementEntry } from '@platform';

/** Who changes an account, the own or another, and from where. */
export interface Actor {
  readonly caller: Caller;
  readonly clientIp: string;
}

/** What every management row about an account names: it stands in the log of its owner, who does not see the actor. */
export function recordAbout(
  { id, username }: { readonly id: number; readonly username: string },
  { caller, clientIp }: Actor,
): Pick<ManagementEntry, 'userId' | 'username' | 'actor' | 'target'> {
  return {
    userId: id,
    username,
    actor: { id: caller.id, username: caller.username, clientIp },
    target: `user ${id}`,
  };
}
