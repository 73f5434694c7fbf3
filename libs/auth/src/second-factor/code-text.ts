import { RECOVERY_CODE_COUNT } from '@contracts';
import { randomText } from '@kernel';

/** Without the characters people mistake for one another; ten of them are almost 50 bits, of which five tries are few. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF_LENGTH = 5;

/** What somebody typed into the field for a code, reduced to the characters of the code. */
export interface TypedCode {
  readonly kind: 'app' | 'recovery';
  readonly text: string;
}

/** New recovery codes, as they are shown: two halves of five characters. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from(
    { length: RECOVERY_CODE_COUNT },
    () => `${randomText(HALF_LENGTH, ALPHABET)}-${randomText(HALF_LENGTH, ALPHABET)}`,
  );
}

/** People copy codes with blanks and dashes, and write capitals. @returns null for what can be no code of either kind */
export function readCode(typed: string): TypedCode | null {
  const text = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(text)) return { kind: 'app', text };
  return /^[0-9a-z]{10}$/.test(text) ? { kind: 'recovery', text } : null;
}
