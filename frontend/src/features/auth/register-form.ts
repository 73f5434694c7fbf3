import { PASSWORD_MAX, PASSWORD_MIN } from '@contracts';
import { type ParseKeys } from 'i18next';

/** The contents of the registration form, as typed. */
export interface RegisterFields {
  readonly username: string;
  readonly password: string;
  readonly password2: string;
  readonly email: string;
  readonly code: string;
  /** A registration code, or that of an invitation to a team. */
  readonly registrationCode: string;
}

export const emptyRegisterFields: RegisterFields = {
  username: '',
  password: '',
  password2: '',
  email: '',
  code: '',
  registrationCode: '',
};

/** What the site asks for besides name and password. */
export interface RegisterNeeds {
  readonly isEmailWanted: boolean;
  readonly isCodeWanted: boolean;
}

/** The first faulty field, and what is wrong with it. */
export interface RegisterFault {
  readonly field: keyof RegisterFields;
  readonly text: ParseKeys;
}

/** The first fault in the order of the form, or null. The server checks again, and checks more. */
export function findRegisterFault(
  { username, password, password2, email, code, registrationCode }: RegisterFields,
  { isEmailWanted, isCodeWanted }: RegisterNeeds,
): RegisterFault | null {
  if (isCodeWanted && registrationCode.trim() === '') {
    return { field: 'registrationCode', text: 'auth.registration_code_missing' };
  }
  if (username.trim() === '') return { field: 'username', text: 'auth.missing' };
  if (password === '') return { field: 'password', text: 'auth.missing' };
  if (password.length < PASSWORD_MIN) return { field: 'password', text: 'auth.password_short' };
  if (password.length > PASSWORD_MAX) return { field: 'password', text: 'auth.password_long' };
  if (password !== password2) return { field: 'password2', text: 'auth.password_mismatch' };
  if (!isEmailWanted) return null;
  if (email.trim() === '') return { field: 'email', text: 'auth.email_missing' };
  return code.trim() === '' ? { field: 'code', text: 'auth.email_code_missing' } : null;
}
