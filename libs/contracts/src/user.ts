import { type RoleValue } from './roles';
import { type UserStatusValue } from './statuses';

/** What login and third-party login answer: enough to draw the console, no balances. */
export interface SessionUser {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly role: RoleValue;
  readonly status: UserStatusValue;
  readonly group: string;
  readonly message_penetration: string;
}

/** `GET /api/user/self`. Quotas are whole units. Never carries password, access token or session data. */
export interface OwnUser extends SessionUser {
  readonly email: string;
  /** GitHub login name, for display; identity is kept by the numeric id on the server. */
  readonly github_id: string;
  readonly linuxdo_id: string;
  readonly linuxdo_level: number;
  readonly wechat_id: string;
  readonly telegram_id: string;
  /** Login name at the OpenID Connect provider of this site, for display; identity is kept by its subject. */
  readonly oidc_id: string;
  readonly quota: number;
  readonly used_quota: number;
  readonly request_count: number;
  readonly aff_code: string;
  readonly aff_count: number;
  readonly aff_quota: number;
  readonly aff_history_quota: number;
  /** Id of the inviting account; 0 without an invitation. */
  readonly inviter_id: number;
  /** RFC 3339 text once deactivated; the only time on the wire that is not Unix seconds, and the only capital name. */
  readonly DeletedAt: string | null;
}

/** Personal fields an administrator does not see of accounts on or above the own level. */
export type PersonalUserField =
  'email' | 'github_id' | 'linuxdo_id' | 'wechat_id' | 'telegram_id' | 'oidc_id' | 'aff_code';

/** A row of the user table: the personal fields are missing for accounts the caller may not act on. */
export type AdminUser = Omit<OwnUser, PersonalUserField> & Partial<Pick<OwnUser, PersonalUserField>>;

/** 0-based page of the user table. */
export interface UserQuery {
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
  /** Refused when not lower than the caller's role; otherwise ignored, every new account has role 1. */
  readonly role?: number;
}

/** Absent fields stay as they are; an empty password keeps the stored one. */
export interface UserEdit {
  readonly id: number;
  readonly username?: string;
  readonly display_name?: string;
  readonly password?: string;
  readonly group?: string;
  /** Absolute new balance in whole units. */
  readonly quota?: number;
  /** Balance the form was loaded with; when sent, only the difference is applied, so use in between is not lost. */
  readonly quota_loaded?: number;
  /** Units to add, or to take when negative; stands instead of the two above. */
  readonly quota_delta?: number;
  /** Why the balance is changed, at most 200 characters; shown to administrators beside the log row. */
  readonly reason?: string;
  readonly message_penetration?: string;
  /** Compared with the stored role only; never written here. */
  readonly role?: number;
}

/** Own profile; an explicit empty display name resets it to the username. */
export interface SelfEdit {
  readonly username?: string;
  readonly display_name?: string;
  readonly password?: string;
  /** Checked whenever it is sent, never required. */
  readonly original_password?: string;
}

export const userActions = ['promote', 'demote', 'disable', 'enable', 'delete'] as const;
export type UserAction = (typeof userActions)[number];

export interface UserManage {
  readonly id: number;
  readonly action: UserAction;
}

/** New values after a manage action; they replace those of the row. */
export interface UserManaged {
  readonly role: RoleValue;
  readonly status: UserStatusValue;
}
