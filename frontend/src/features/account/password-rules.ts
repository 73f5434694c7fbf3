import { PASSWORD_MAX, PASSWORD_MIN } from '@contracts';

/** What is wrong with a new password; also the key of its sentence. */
export type PasswordFault = 'length' | 'mismatch';

/** The first fault of a new password and its repetition, or null. Lengths are those the server checks. */
export function findPasswordFault(password: string, repeated: string): PasswordFault | null {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) return 'length';
  return password === repeated ? null : 'mismatch';
}
