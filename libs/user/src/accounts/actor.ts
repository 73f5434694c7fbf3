import { type Actor, type ManagementEntry } from '@platform';

/**
 * The fields that every management row about an account names. The row stands in the log of the account's owner, who
 * does not see the actor.
 */
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
