import { outranks, Role, UserStatus, type AdminUser, type SessionUser, type UserAction } from '@contracts';

/** What an administrator can do to an account: the actions of the manage call, and those with a call of their own. */
export type UserDeed = UserAction | 'edit' | 'quota' | 'budget' | 'authenticator';

/** Older servers stored this status for deleted accounts; such an account cannot be switched on. */
const STATUS_OF_OLD_DELETION = 3;

/**
 * The actions that the reader may perform on an account, by the rules of the server: none on deactivated accounts and
 * on accounts whose role is not lower, and root is never demoted, banned or deactivated.
 */
export function deedsFor(reader: Pick<SessionUser, 'id' | 'role'>, user: AdminUser): ReadonlySet<UserDeed> {
  if (user.DeletedAt !== null || !outranks(reader.role, user.role)) return new Set();
  const isRoot = user.role >= Role.Root;
  const isAdmin = user.role >= Role.Admin;
  const isActive = user.status === UserStatus.Enabled;
  const rules: Readonly<Record<UserDeed, boolean>> = {
    edit: true,
    quota: true,
    budget: true,
    disable: isActive && !isRoot,
    enable: !isActive && (user.status as number) !== STATUS_OF_OLD_DELETION,
    promote: reader.role >= Role.Root && !isAdmin,
    demote: isAdmin && !isRoot,
    // The own app is removed on the personal page, with one of its codes.
    authenticator: user.id !== reader.id,
    delete: !isRoot,
  };
  return new Set((Object.keys(rules) as UserDeed[]).filter(deed => rules[deed]));
}
