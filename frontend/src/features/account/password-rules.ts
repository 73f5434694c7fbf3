import { PASSWORD_MAX, PASSWORD_MIN } from '@contracts';

/** What is wrong with a new password; also the i18n key of its message. */
type PasswordFault = 'length' | 'mismatch';

/** The first fault of a new password and its repetition, or null. The length limits are those of the server. */
export function findPasswordFault(password: string, repeated: string): PasswordFault | null {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) return 'length';
  return password === repeated ? null : 'mismatch';
}
