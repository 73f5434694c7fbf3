import { LOWER_HEX, randomText } from '@kernel';

/** 128 random bits, which cannot be guessed, at ten attempts a minute or at any other rate. */
const KEY_LENGTH = 32;

const KEY_SHAPE = new RegExp(`^[${LOWER_HEX}]{${KEY_LENGTH}}$`);

export function newKey(): string {
  return randomText(KEY_LENGTH, LOWER_HEX);
}

/** A code as people paste it, in the form in which it was made: without blanks around it, in lower case. */
export function plainKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether a text could be a code at all; what could not is looked up nowhere. */
export function isKeyShaped(text: string): boolean {
  return KEY_SHAPE.test(text);
}
