import { randomText } from '@kernel';

/** Without characters that people mistake for one another, in one case, because the codes are also read out. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** Sixteen of these are 79 random bits, out of reach for guesses at any rate that the limits of sign-in allow. */
const LENGTH = 16;
const PART = 4;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
/** The code in the link of an invitation to a team. */
const INVITATION = /^[0-9A-Za-z]{40}$/;

/** A new code in the form in which it is hashed: without dashes. */
export function newCode(): string {
  return randomText(LENGTH, ALPHABET);
}

/** A code as people see it: `abcd-efgh-jkmn-pqrs`. */
export function shownCode(code: string): string {
  return (code.match(new RegExp(`.{1,${PART}}`, 'g')) ?? []).join('-');
}

/** A code as it was typed or pasted, in the form in which it is hashed; null for a text that can be none. */
export function plainCode(text: string): string | null {
  const code = text.replace(/[\s-]+/g, '').toLowerCase();
  return SHAPE.test(code) ? code : null;
}

/** Whether a text has the form of the code of an invitation to a team. */
export function isInvitation(text: string): boolean {
  return INVITATION.test(text);
}
