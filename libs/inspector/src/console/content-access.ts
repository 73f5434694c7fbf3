import { Role } from '@contracts';
import { type Caller } from '@platform';

/** The owner of a recorded call. */
interface Owner {
  readonly id: number;
  readonly role: number;
}

/** How much of a call somebody may read: nothing, what the owner of the key sent and received, or all of it. */
export type ContentView = 'none' | 'own' | 'whole';

/**
 * Root reads every call. Administrators read those of users where the site lets them. Everybody reads the own calls,
 * but not how they went on to the providers, which is the operator's business.
 */
export function contentView(caller: Caller, owner: Owner, administratorsRead: boolean): ContentView {
  if (caller.role >= Role.Root) return 'whole';
  const isOwn = caller.id === owner.id;
  if (administratorsRead && caller.role >= Role.Admin && (isOwn || owner.role < Role.Admin)) return 'whole';
  return isOwn ? 'own' : 'none';
}
