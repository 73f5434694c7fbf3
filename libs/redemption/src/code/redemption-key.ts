import { LOWER_HEX, randomText } from '@kernel';

/** A key has 128 random bits, which cannot be guessed, at ten attempts a minute or at any other rate. */
const KEY_LENGTH = 32;

const KEY_SHAPE = new RegExp(`^[${LOWER_HEX}]{${KEY_LENGTH}}$`);

export function newKey(): string {
  return randomText(KEY_LENGTH, LOWER_HEX);
}

/** Turns a code as people paste it into the form in which it was made: without blanks around it, in lower case. */
export function plainKey(text: string): string {
  return text.trim().toLowerCase();
}

/** True when a text has the form of a code; other texts are not looked up. */
export function isKeyShaped(text: string): boolean {
  return KEY_SHAPE.test(text);
}
