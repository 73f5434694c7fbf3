import { Role, UserStatus, type AdminUser } from '@contracts';

/** A row of the user table; the personal fields are present, as for accounts of a lower role. */
export function makeAdminUser(id: number, changes: Partial<AdminUser> = {}): AdminUser {
  return {
    id,
    username: `user${id}`,
    display_name: `User ${id}`,
    role: Role.User,
    status: UserStatus.Enabled,
    group: 'default',
    message_penetration: '',
    email: '',
    github_id: '',
    linuxdo_id: '',
    linuxdo_level: 0,
    wechat_id: '',
    telegram_id: '',
    oidc_id: '',
    quota: 500_000,
    used_quota: 0,
    request_count: 0,
    rpm_limit: 0,
    tpm_limit: 0,
    max_concurrency: 0,
    rpd_limit: 0,
    aff_code: '',
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    DeletedAt: null,
    ...changes,
  };
}
