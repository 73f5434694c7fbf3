import { TOKEN_KEY_LENGTH, TOKEN_KEY_PREFIX } from '@contracts';
import { ALPHANUMERIC, randomText } from '@kernel';

/** A key as a client presents it, taken apart. */
export interface PresentedKey {
  /** 48 characters from 0-9a-zA-Z. */
  readonly key: string;
  /** Digits behind a dash: the channel an administrator wants to be served by. */
  readonly channelDigits: string | null;
}

const KEY = new RegExp(`^[0-9A-Za-z]{${TOKEN_KEY_LENGTH}}$`);
const CHANNEL_DIGITS = /^\d{1,15}$/;

/**
 * Takes a presented key apart: `sk-` in front is optional, `-` and digits behind name a channel. Keys contain no dash, so
 * this is unambiguous. Runs on every call, hence looks at the ends only: whether the middle can be a key is asked of
 * {@link isKeyShaped} when the text is not known yet.
 *
 * @returns null when the text cannot be anybody's key
 */
export function splitPresentedKey(text: string): PresentedKey | null {
  const start = text.startsWith(TOKEN_KEY_PREFIX) ? TOKEN_KEY_PREFIX.length : 0;
  const end = start + TOKEN_KEY_LENGTH;
  if (text.length < end) return null;
  const key = text.slice(start, end);
  if (text.length === end) return { key, channelDigits: null };
  const channelDigits = text.slice(end + 1);
  return text[end] === '-' && CHANNEL_DIGITS.test(channelDigits) ? { key, channelDigits } : null;
}

/** Whether a text of the right length consists of the right characters; anything else need not be looked up. */
export function isKeyShaped(key: string): boolean {
  return KEY.test(key);
}

/** A new key: 285 random bits. */
export function newKey(): string {
  return randomText(TOKEN_KEY_LENGTH, ALPHANUMERIC);
}

/** How a key appears in messages: enough to recognise it, too little to use it. */
export function maskKey(key: string): string {
  return `${key.slice(0, 3)}***${key.slice(-3)}`;
}
