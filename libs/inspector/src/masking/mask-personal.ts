import { maskOf } from './mask-secrets';

/** Each expression begins where a run of its characters begins, so that it looks at no run twice. */
const EMAIL = /(?<=^|[^\w.%+-]|\\[bfnrt])[\w%+-][\w.%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/g;
const PHONES: readonly RegExp[] = [
  /(?<![\w+])\+\d(?:[ ().-]{0,2}\d){7,14}(?!\d)/g,
  /(?<![\w.-])1[3-9]\d{9}(?![\w.]\w|\d)/g,
  /(?<![\w.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g,
];
const CARD = /(?<![\w.-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\w.]\w|\d)/g;
const CARD_DIGITS_MIN = 13;
const CARD_DIGITS_MAX = 19;

/** Masks e-mail addresses, telephone numbers and numbers of payment cards. */
export function maskPersonal(text: string): string {
  let masked = text.replace(EMAIL, maskOf('e-mail'));
  masked = masked.replace(CARD, found => (isCard(found) ? maskOf('card') : found));
  for (const phone of PHONES) masked = masked.replace(phone, maskOf('phone'));
  return masked;
}

/** Whether the last digit is the check digit of the others (Luhn). */
function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
