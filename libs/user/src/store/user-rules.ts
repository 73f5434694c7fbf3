import {
  DISPLAY_NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  QUOTA_REASON_MAX,
  splitList,
  USER_GROUP_MAX,
  USER_MESSAGE_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from '@contracts';
import { AppError } from '@kernel';

/** The length as people count it; a character outside the basic plane counts as one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function invalid(detail: string): AppError {
  return new AppError('COMMON_INVALID_INPUT', { params: { detail } });
}

/**
 * Invisible characters that change what is read: controls, turns of the writing direction, lone halves of a character,
 * and signs without width. The two joiners stay, because emoji and several scripts are written with them.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|\u034f/gu;

/** Removes from an outside text the characters that a display name may not contain. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '').trim();
}

/**
 * The form in which names are compared: the same for upper and lower case and for all encodings of the same letters.
 */
export function usernameKeyOf(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The form in which accounts of earlier versions store a name, where letters that only look alike were different. */
export function formerUsernameKeyOf(username: string): string {
  return username.trim().normalize('NFC').toLowerCase();
}

/** E-mail addresses are compared and stored in lower case. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Trims and checks a user name: 1 to 20 characters in their plain form (NFKC) without blanks, control characters,
 * invisible characters and `@`, so that a name can pass neither for another name nor for an e-mail address.
 *
 * @throws AppError COMMON_INVALID_INPUT
 */
export function checkedUsername(text: string): { readonly username: string; readonly usernameKey: string } {
  const username = text.trim().normalize('NFKC');
  const usernameKey = usernameKeyOf(username);
  // The lower-case form may be longer than the name (as for the Turkish capital I) and has its own column.
  const length = Math.max(lengthOf(username), lengthOf(usernameKey));
  if (length < USERNAME_MIN || length > USERNAME_MAX)
    throw invalid(`username must be ${USERNAME_MIN} to ${USERNAME_MAX} characters long`);
  if (/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@]/u.test(username))
    throw invalid('username must not contain blanks, control characters, invisible characters or @');
  return { username, usernameKey };
}

/**
 * Trims and checks a display name; an empty one becomes the user name.
 *
 * @throws AppError COMMON_INVALID_INPUT
 */
export function checkedDisplayName(text: string, username: string): string {
  const name = text.trim();
  if (lengthOf(name) > DISPLAY_NAME_MAX) throw invalid(`display_name must be at most ${DISPLAY_NAME_MAX} characters`);
  if (name.search(HIDDEN) !== -1) throw invalid('display_name must not contain control or invisible characters');
  return name === '' ? username : name;
}

/** @throws AppError COMMON_INVALID_INPUT unless a new password has 8 to 20 characters */
export function checkNewPassword(password: string): void {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN || length > PASSWORD_MAX)
    throw invalid(`password must be ${PASSWORD_MIN} to ${PASSWORD_MAX} characters long`);
}

/** @throws AppError COMMON_INVALID_INPUT for a personal text of more than 2000 characters */
export function checkedMessage(text: string): string {
  if (lengthOf(text) > USER_MESSAGE_MAX)
    throw invalid(`message_penetration must be at most ${USER_MESSAGE_MAX} characters`);
  return text;
}

/** @throws AppError COMMON_INVALID_INPUT for a reason of more than 200 characters */
export function checkedReason(text: string): string {
  const reason = text.trim();
  if (lengthOf(reason) > QUOTA_REASON_MAX) throw invalid(`reason must be at most ${QUOTA_REASON_MAX} characters`);
  return reason;
}

/**
 * Checks the group list of an account: trimmed, without repetitions, and `default` when it names none.
 *
 * @param stored the list as it is; its names stay acceptable after the group itself was removed
 * @param known the groups that exist, by name
 * @throws AppError USER_GROUP_UNKNOWN, COMMON_INVALID_INPUT
 */
export function checkedGroup(text: string, stored: string, known: Readonly<Record<string, unknown>>): string {
  const names = splitList(text);
  if (names.length === 0) return 'default';
  const own = splitList(stored);
  const stranger = names.find(name => !Object.hasOwn(known, name) && !own.includes(name));
  if (stranger !== undefined) throw new AppError('USER_GROUP_UNKNOWN', { params: { group: stranger } });
  const list = names.join(',');
  if (lengthOf(list) > USER_GROUP_MAX) throw invalid(`group must be at most ${USER_GROUP_MAX} characters`);
  return list;
}
