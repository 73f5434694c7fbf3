import { type BudgetWindow } from './budget';

/** What people may do in a team; the numbers are stored. */
export const TeamRole = { Member: 1, Manager: 2, Owner: 3 } as const;
export type TeamRoleValue = (typeof TeamRole)[keyof typeof TeamRole];

/** Most teams that one person owns, and that one person is in. */
export const TEAMS_OWNED_MAX = 20;
export const TEAMS_JOINED_MAX = 100;
export const TEAM_MEMBERS_MAX = 500;
/** Most invitations of a team that wait. */
export const TEAM_INVITATIONS_MAX = 100;
export const TEAM_KEYS_MAX = 200;
export const TEAM_NAME_MAX = 64;
/** The longest time for which an invitation is good, in days. */
export const TEAM_INVITATION_DAYS_MAX = 30;
/** The longest list of groups or models of a team, in characters. */
export const TEAM_LIST_MAX = 10_000;

/** Most tags of a key, and of a call together with its key. */
export const TAGS_MAX = 8;
export const TAG_LENGTH_MAX = 64;
/** A word, or a name and a value. */
export const TAG_PATTERN = /^[a-z0-9_.:/@-]+(=[a-z0-9_.:/@-]+)?$/;

/** A team as its list shows it. Amounts are units, times are Unix seconds. */
export interface TeamSummary {
  readonly id: number;
  readonly name: string;
  /** The reader's role; 0 for an administrator who is not in the team. */
  readonly role: TeamRoleValue | 0;
  readonly owner_name: string;
  readonly member_count: number;
  /** What the wallet holds. */
  readonly balance: number;
  readonly used_quota: number;
  readonly request_count: number;
  /** The groups and models that keys of the team may use; empty is no limit. */
  readonly allowed_groups: readonly string[];
  readonly allowed_models: readonly string[];
  readonly created_time: number;
}

/** What a member may spend of the wallet in each period. */
export interface TeamCap {
  readonly quota: number;
  readonly window: BudgetWindow;
}

export interface TeamMember {
  readonly user_id: number;
  readonly username: string;
  readonly role: TeamRoleValue;
  readonly joined_time: number;
  /** Null without a cap. */
  readonly cap: (TeamCap & { readonly used_quota: number; readonly reset_time: number }) | null;
}

export interface TeamInvitation {
  readonly id: number;
  readonly role: TeamRoleValue;
  /** Where the invitation was mailed to; empty for a link. */
  readonly email: string;
  readonly created_by: string;
  readonly created_time: number;
  readonly expires_time: number;
}

/** A team with its members; plain members see themselves only, and no invitations. */
export interface TeamDetail extends TeamSummary {
  readonly members: readonly TeamMember[];
  readonly invitations: readonly TeamInvitation[];
}

export interface TeamCreate {
  readonly name: string;
}

/** Absent fields stay as they are. */
export interface TeamEdit {
  readonly name?: string;
  readonly allowed_groups?: readonly string[];
  readonly allowed_models?: readonly string[];
}

/** How money moves: from the caller's wallet, back to the owner's, or as a gift of an administrator. */
export const teamTransfers = ['deposit', 'withdraw', 'grant'] as const;
export type TeamTransferKind = (typeof teamTransfers)[number];

export interface TeamTransfer {
  readonly kind: TeamTransferKind;
  readonly quota: number;
}

/** A role of 3 hands the team over: whoever owned it becomes a manager. A cap of null takes the cap away. */
export interface TeamMemberEdit {
  readonly role?: TeamRoleValue;
  readonly cap?: TeamCap | null;
}

export interface TeamInvite {
  readonly role: TeamRoleValue;
  /** Sends the link there; empty only makes it. */
  readonly email?: string;
  readonly days?: number;
}

/** The code is told once. */
export interface TeamInvited extends TeamInvitation {
  readonly code: string;
}

/** What somebody with the code of an invitation sees before joining. */
export interface TeamInvitationOffer {
  readonly team: string;
  readonly role: TeamRoleValue;
  readonly invited_by: string;
  readonly expires_time: number;
}

/** A key of a team, for those who may see it. */
export interface TeamKey {
  readonly id: number;
  readonly name: string;
  /** The member whose key it is; empty for a shared one. */
  readonly username: string;
  readonly is_shared: boolean;
  /** The whole key of a shared one, without `sk-`; empty for others. */
  readonly key: string;
  readonly status: number;
  readonly used_quota: number;
  readonly created_time: number;
  readonly accessed_time: number;
  readonly tags: string;
}

export interface TeamUsageQuery {
  readonly by?: TeamUsageDimension;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
}

export const teamUsageDimensions = ['member', 'model', 'day'] as const;
export type TeamUsageDimension = (typeof teamUsageDimensions)[number];

/** What one member, model or day used. */
export interface TeamUsageRow {
  readonly name: string;
  readonly count: number;
  readonly quota: number;
  readonly token_used: number;
}
