import { RECOVERY_CODE_COUNT } from '@contracts';
import { randomText } from '@kernel';

/**
 * The alphabet leaves out characters that people mistake for one another; ten characters are almost 50 bits, far beyond
 * what five attempts can guess.
 */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF_LENGTH = 5;

/** The text that a person typed into the code field, reduced to the characters of the code. */
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

/**
 * Reads a typed code: people copy codes with blanks and dashes, and type capitals. @returns null for text that is
 * neither kind of code
 */
export function readCode(typed: string): TypedCode | null {
  const text = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(text)) return { kind: 'app', text };
  return /^[0-9a-z]{10}$/.test(text) ? { kind: 'recovery', text } : null;
}
