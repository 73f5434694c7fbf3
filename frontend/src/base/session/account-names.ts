import { DISPLAY_NAME_MAX, USERNAME_MAX, USERNAME_MIN } from '@contracts';
import { isWithin } from '../../shared/form/text-length';

/** The two names of an account as typed. */
export interface AccountNames {
  readonly username: string;
  readonly displayName: string;
}

/** What is wrong with a name; also the end of the i18n key of its message. */
export type NameFault = 'username' | 'username_signs' | 'display_name';

/** Finds what is wrong with the two names of an account, or null. */
export function findNameFault({ username, displayName }: AccountNames): NameFault | null {
  const name = username.trim();
  if (!isWithin(name, { min: USERNAME_MIN, max: USERNAME_MAX })) return 'username';
  if (/[\p{C}\p{Z}@]/u.test(name)) return 'username_signs';
  return isWithin(displayName.trim(), { max: DISPLAY_NAME_MAX }) ? null : 'display_name';
}
