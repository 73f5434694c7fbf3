import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  splitList,
  USER_GROUP_MAX,
  USER_MESSAGE_MAX,
  callLimitFields,
  type AdminUser,
  type CallLimitFields,
  type UserCreate,
  type UserEdit,
} from '@contracts';
import { findNameFault, type AccountNames, type NameFault } from '../../base/session/account-names';
import {
  findLimitFault,
  noCallLimitsDraft,
  toCallLimitDraft,
  toCallLimits,
  type CallLimitDraft,
} from '../../shared/form/call-limit-draft';
import { isWithin } from '../../shared/form/text-length';

/** The form of an account, as typed. */
export interface UserDraft extends AccountNames {
  /** The new password; empty keeps the stored one. */
  readonly password: string;
  /** The groups; the first is the primary one. */
  readonly groups: readonly string[];
  /** Whole quota units, as typed. */
  readonly quota: string;
  readonly message: string;
  readonly limits: CallLimitDraft;
}

/** A field with a fault; also the end of the i18n key of its message. */
export type UserFault = NameFault | 'password' | 'groups' | 'quota' | 'message' | 'limits';

export const newUserDraft: UserDraft = {
  username: '',
  displayName: '',
  password: '',
  groups: [],
  quota: '',
  message: '',
  limits: noCallLimitsDraft,
};

export function toUserDraft(user: AdminUser): UserDraft {
  return {
    username: user.username,
    displayName: user.display_name,
    password: '',
    groups: splitList(user.group),
    quota: String(user.quota),
    message: user.message_penetration,
    limits: toCallLimitDraft(user),
  };
}

function isUnits(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text));
}

/** The first fault of a new account, or null. */
export function findCreateFault(draft: UserDraft): UserFault | null {
  const fault = findNameFault(draft);
  if (fault) return fault;
  return isWithin(draft.password, { min: PASSWORD_MIN, max: PASSWORD_MAX }) ? null : 'password';
}

/**
 * The first fault of an edit, or null. Unchanged fields are not checked, so names, groups and balances that were stored
 * under other rules stay acceptable.
 */
export function findEditFault(draft: UserDraft, loaded: UserDraft): UserFault | null {
  const areNamesTouched = draft.username !== loaded.username || draft.displayName !== loaded.displayName;
  const nameFault = areNamesTouched ? findNameFault(draft) : null;
  if (nameFault) return nameFault;
  if (draft.password !== '' && !isWithin(draft.password, { min: PASSWORD_MIN, max: PASSWORD_MAX })) return 'password';
  if (!isWithin(draft.groups.join(','), { max: USER_GROUP_MAX })) return 'groups';
  if (draft.quota !== loaded.quota && !isUnits(draft.quota)) return 'quota';
  if (!isWithin(draft.message, { max: USER_MESSAGE_MAX })) return 'message';
  return findLimitFault(draft.limits) ? 'limits' : null;
}

/**
 * The request that creates the account.
 *
 * @param draft without faults
 */
export function toCreate({ username, displayName, password }: UserDraft): UserCreate {
  return {
    username: username.trim(),
    display_name: displayName.trim(),
    password,
  };
}

/**
 * The changed fields, or null when there are none. The balance is left out unless it was edited. It is then sent with
 * the balance that the form began with, so that units used or added meanwhile are not lost.
 *
 * @param draft without faults
 */
export function toUserEdit(draft: UserDraft, user: AdminUser): UserEdit | null {
  const loaded = toUserDraft(user);
  const username = draft.username.trim();
  const displayName = draft.displayName.trim();
  const group = draft.groups.join(',');
  const changes = {
    ...(username !== loaded.username && { username }),
    ...(displayName !== loaded.displayName && { display_name: displayName }),
    ...(draft.password !== '' && { password: draft.password }),
    ...(group !== loaded.groups.join(',') && { group }),
    ...(Number(draft.quota) !== user.quota && { quota: Number(draft.quota), quota_loaded: user.quota }),
    ...(draft.message !== loaded.message && { message_penetration: draft.message }),
    ...changedLimits(draft, user),
  };
  return Object.keys(changes).length === 0 ? null : { id: user.id, ...changes };
}

function changedLimits(draft: UserDraft, user: AdminUser): Partial<CallLimitFields> {
  const limits = toCallLimits(draft.limits);
  return Object.fromEntries(
    callLimitFields.filter(field => limits[field] !== user[field]).map(field => [field, limits[field]]),
  );
}
