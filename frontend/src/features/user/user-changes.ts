import { UserStatus, type AdminUser, type UserAction, type UserManaged } from '@contracts';

/** What a row shows while the server is still being asked. Only the switch moves ahead; the rest waits for the answer. */
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

/** The values of the answer. A deactivation is not among them, so the row is marked here. */
export function changesFrom(action: UserAction, { role, status }: UserManaged, now: Date): Partial<AdminUser> {
  return {
    role,
    status,
    ...(action === 'delete' && { DeletedAt: now.toISOString() }),
  };
}
