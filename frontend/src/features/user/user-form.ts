import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  splitList,
  USER_GROUP_MAX,
  USER_MESSAGE_MAX,
  type AdminUser,
  type UserCreate,
  type UserEdit,
} from '@contracts';
import { findNameFault, type AccountNames, type NameFault } from '../../base/session/account-names';
import { isWithin } from '../../shared/form/text-length';

/** The form of an account as typed. */
export interface UserDraft extends AccountNames {
  /** Empty keeps the stored one. */
  readonly password: string;
  /** The first is the primary one. */
  readonly groups: readonly string[];
  /** Whole units, as typed. */
  readonly quota: string;
  readonly message: string;
}

/** A field with something wrong; also the end of the key of its sentence. */
export type UserFault = NameFault | 'password' | 'groups' | 'quota' | 'message';

export const newUserDraft: UserDraft = {
  username: '',
  displayName: '',
  password: '',
  groups: [],
  quota: '',
  message: '',
};

export function toUserDraft(user: AdminUser): UserDraft {
  return {
    username: user.username,
    displayName: user.display_name,
    password: '',
    groups: splitList(user.group),
    quota: String(user.quota),
    message: user.message_penetration,
  };
}

function isUnits(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text));
}

/** The first thing wrong with a new account, or null. */
export function findCreateFault(draft: UserDraft): UserFault | null {
  const fault = findNameFault(draft);
  if (fault) return fault;
  return isWithin(draft.password, { min: PASSWORD_MIN, max: PASSWORD_MAX }) ? null : 'password';
}

/**
 * The first thing wrong with an edit, or null. What was not touched is not checked: names, groups and balances that
 * were stored under other rules stay acceptable.
 */
export function findEditFault(draft: UserDraft, loaded: UserDraft): UserFault | null {
  const areNamesTouched = draft.username !== loaded.username || draft.displayName !== loaded.displayName;
  const nameFault = areNamesTouched ? findNameFault(draft) : null;
  if (nameFault) return nameFault;
  if (draft.password !== '' && !isWithin(draft.password, { min: PASSWORD_MIN, max: PASSWORD_MAX })) return 'password';
  if (!isWithin(draft.groups.join(','), { max: USER_GROUP_MAX })) return 'groups';
  if (draft.quota !== loaded.quota && !isUnits(draft.quota)) return 'quota';
  return isWithin(draft.message, { max: USER_MESSAGE_MAX }) ? null : 'message';
}

/** @param draft without faults */
export function toCreate({ username, displayName, password }: UserDraft): UserCreate {
  return {
    username: username.trim(),
    display_name: displayName.trim(),
    password,
  };
}

/**
 * The fields that were changed, or null when none was. The balance is left out unless it was edited, and then goes with
 * the balance the form began with, so that what is used or added meanwhile is not lost.
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
  };
  return Object.keys(changes).length === 0 ? null : { id: user.id, ...changes };
}
