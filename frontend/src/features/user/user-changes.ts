import { UserStatus, type AdminUser, type UserAction, type UserManaged } from '@contracts';

/**
 * What a row shows before the server has responded. Only the switch moves ahead; all other changes wait for the
 * response.
 */
export function changesAhead(action: UserAction): Partial<AdminUser> {
  switch (action) {
    case 'enable':
      return { status: UserStatus.Enabled };
    case 'disable':
      return { status: UserStatus.Disabled };
    case 'promote':
    case 'demote':
    case 'delete':
      return {};
  }
}

/** The values of the response. It does not contain a deactivation, so the row is marked here. */
export function changesFrom(action: UserAction, { role, status }: UserManaged, now: Date): Partial<AdminUser> {
  return {
    role,
    status,
    ...(action === 'delete' && { DeletedAt: now.toISOString() }),
  };
}
