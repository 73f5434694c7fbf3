import { type CallLimitFields } from './call-limits';
import { type RoleValue } from './roles';
import { type UserStatusValue } from './statuses';

/** The response of a login, also through a third party: enough to draw the console, without balances. */
export interface SessionUser {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly role: RoleValue;
  readonly status: UserStatusValue;
  readonly group: string;
  readonly message_penetration: string;
}

/**
 * The response of `GET /api/user/self`. Quotas are whole units. It never carries a password, an access token or session
 * data.
 */
export interface OwnUser extends SessionUser, CallLimitFields {
  readonly email: string;
  /** The login name at GitHub, for display; the server identifies the account by its numeric id. */
  readonly github_id: string;
  readonly linuxdo_id: string;
  readonly linuxdo_level: number;
  readonly wechat_id: string;
  readonly telegram_id: string;
  /**
   * The login name at the OpenID Connect provider of this site, for display; the server identifies the account by its
   * subject.
   */
  readonly oidc_id: string;
  readonly quota: number;
  readonly used_quota: number;
  readonly request_count: number;
  readonly aff_code: string;
  readonly aff_count: number;
  readonly aff_quota: number;
  readonly aff_history_quota: number;
  /** The id of the inviting account; 0 without an invitation. */
  readonly inviter_id: number;
  /**
   * An RFC 3339 text once the account is deactivated; the only time on the wire that is not Unix seconds, and the only
   * capital name.
   */
  readonly DeletedAt: string | null;
}

/** The personal fields that an administrator does not see of accounts on the same or a higher level. */
type PersonalUserField = 'email' | 'github_id' | 'linuxdo_id' | 'wechat_id' | 'telegram_id' | 'oidc_id' | 'aff_code';

/** A row of the user table: the personal fields are missing for accounts the caller may not act on. */
export type AdminUser = Omit<OwnUser, PersonalUserField> & Partial<Pick<OwnUser, PersonalUserField>>;

/** A 0-based page of the user table. */
interface UserQuery {
  readonly p?: number;
  readonly page_size?: number;
}

export interface UserSearch extends UserQuery {
  readonly keyword?: string;
  readonly group?: string;
}

export interface UserCreate {
  readonly username: string;
  readonly display_name?: string;
  readonly password: string;
  /** Refused when it is not lower than the caller's role; otherwise ignored, because every new account has role 1. */
  readonly role?: number;
}

/** An edit of a user. Absent fields stay as they are; an empty password keeps the stored one. */
export interface UserEdit extends Partial<CallLimitFields> {
  readonly id: number;
  readonly username?: string;
  readonly display_name?: string;
  readonly password?: string;
  readonly group?: string;
  /** The new balance in whole units. */
  readonly quota?: number;
  /**
   * The balance with which the form was loaded. When it is sent, only the difference is applied, so that use in between
   * is not lost.
   */
  readonly quota_loaded?: number;
  /** Units to add, or to take when negative; replaces `quota` and `quota_loaded`. */
  readonly quota_delta?: number;
  /** The reason for changing the balance, at most 200 characters; administrators see it beside the log row. */
  readonly reason?: string;
  readonly message_penetration?: string;
  /** Compared with the stored role; this call never writes it. */
  readonly role?: number;
}

/** An edit of the caller's own profile; an explicit empty display name resets it to the username. */
export interface SelfEdit {
  readonly username?: string;
  readonly display_name?: string;
  readonly password?: string;
  /** The current password; checked whenever it is sent, never required. */
  readonly original_password?: string;
}

export const userActions = ['promote', 'demote', 'disable', 'enable', 'delete'] as const;
export type UserAction = (typeof userActions)[number];

export interface UserManage {
  readonly id: number;
  readonly action: UserAction;
}

/** The new values after a manage action, which replace those of the row. */
export interface UserManaged {
  readonly role: RoleValue;
  readonly status: UserStatusValue;
}
