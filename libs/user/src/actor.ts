import { type Actor, type ManagementEntry } from '@platform';

/** What every management row about an account names: it stands in the log of its owner, who does not see the actor. */
export function recordAbout(
  { id, username }: { readonly id: number; readonly username: string },
  { id: actorId, username: actorName, clientIp }: Actor,
): Pick<ManagementEntry, 'userId' | 'username' | 'actor' | 'target'> {
  return {
    userId: id,
    username,
    actor: { id: actorId, username: actorName, clientIp },
    target: `user ${id}`,
  };
}
