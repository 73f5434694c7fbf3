import {
  outranks,
  type AdminUser,
  type OwnUser,
  type RoleValue,
  type SessionUser,
  type UserStatusValue,
} from '@contracts';
import { emptyAccount, type AccountState } from '@billing';
import { toCallLimitFields } from './call-limit-columns';
import { type IdentityEntity } from './identity.entity';
import { type UserRecord } from './user-record';

/** Facts of an account that are stored elsewhere. */
export interface UserExtras {
  readonly account?: AccountState;
  /** The account of the invitation rewards. */
  readonly affiliate?: AccountState;
  readonly identities?: readonly IdentityEntity[];
}

/** The response of a login. */
export function toSessionUser(user: UserRecord): SessionUser {
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    role: user.role as RoleValue, // a stored role outside the table cannot sign in
    status: user.status as UserStatusValue, // likewise
    group: user.group,
    message_penetration: user.message,
  };
}

/** Everything about an account except its secrets. */
export function toOwnUser(user: UserRecord, extras: UserExtras): OwnUser {
  const { account = emptyAccount, affiliate = emptyAccount, identities = [] } = extras;
  const identity = (provider: string): IdentityEntity | undefined =>
    identities.find(candidate => candidate.provider === provider);
  return {
    ...toSessionUser(user),
    email: user.email ?? '',
    github_id: identity('github')?.login ?? '',
    linuxdo_id: identity('linuxdo')?.subject ?? '',
    linuxdo_level: identity('linuxdo')?.level ?? 0,
    wechat_id: identity('wechat')?.subject ?? '',
    telegram_id: identity('telegram')?.subject ?? '',
    oidc_id: identity('oidc')?.login ?? '',
    quota: account.balance,
    used_quota: account.used,
    request_count: account.requestCount,
    ...toCallLimitFields(user),
    aff_code: user.affCode ?? '',
    aff_count: user.affCount,
    aff_quota: affiliate.balance,
    aff_history_quota: affiliate.credited,
    inviter_id: user.inviterId,
    DeletedAt: user.deletedAtMs === null ? null : new Date(user.deletedAtMs).toISOString(),
  };
}

/** A row of the user table; personal fields are left out for accounts on which the reader may not act. */
export function toAdminUser(user: UserRecord, extras: UserExtras, reader: RoleValue): AdminUser {
  const whole = toOwnUser(user, extras);
  if (mayActOn(reader, user)) return whole;
  const {
    email: _e,
    github_id: _g,
    linuxdo_id: _l,
    wechat_id: _w,
    telegram_id: _t,
    oidc_id: _o,
    aff_code: _a,
    ...rest
  } = whole;
  return rest;
}

/** The rank rule for administrators: decides whether one account may act on another. */
export function mayActOn(actor: RoleValue, target: Pick<UserRecord, 'role'>): boolean {
  return outranks(actor, target.role as RoleValue);
} // a role outside the table is still compared as a number
