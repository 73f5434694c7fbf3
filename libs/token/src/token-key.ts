import { TOKEN_KEY_LENGTH, TOKEN_KEY_PREFIX } from '@contracts';
import { ALPHANUMERIC, randomText } from '@kernel';

/** A key as a client presents it, taken apart. */
export interface PresentedKey {
  /** The key itself: 48 characters from 0-9a-zA-Z, or the longer one of another gateway. */
  readonly key: string;
  /** The digits behind a dash: the channel by which an administrator wants to be served. */
  readonly channelDigits: string | null;
}

const KEY = new RegExp(`^[0-9A-Za-z]{${TOKEN_KEY_LENGTH}}$`);
/** A key that another gateway issued and that came with an import: an id, an underscore and a signature. */
const SIGNED_KEY = /^[0-9A-Za-z]{8,40}_[0-9A-Za-z_-]{20,80}$/;
/** A key of LiteLLM, of which the import knows the hash alone. Nothing may follow it: it may hold dashes itself. */
const SHORT_KEY = /^[0-9A-Za-z_-]{16,43}$/;
const CHANNEL_DIGITS = /^\d{1,15}$/;

/**
 * Takes a presented key apart: `sk-` in front is optional, `-` and digits behind name a channel. Keys of this length
 * contain no dash, so this is unambiguous. It runs on every call and therefore looks at the ends only: {@link isKeyShaped} checks the
 * middle when the text is not known yet.
 *
 * @returns null when the text cannot be a key
 */
export function splitPresentedKey(text: string): PresentedKey | null {
  const start = text.startsWith(TOKEN_KEY_PREFIX) ? TOKEN_KEY_PREFIX.length : 0;
  const end = start + TOKEN_KEY_LENGTH;
  if (text.length < end) return shortKey(text.slice(start));
  const key = text.slice(start, end);
  if (text.length === end) return { key, channelDigits: null };
  const channelDigits = text.slice(end + 1);
  if (text[end] === '-' && CHANNEL_DIGITS.test(channelDigits)) return { key, channelDigits };
  const whole = text.slice(start);
  return SIGNED_KEY.test(whole) ? { key: whole, channelDigits: null } : null;
}

function shortKey(text: string): PresentedKey | null {
  return SHORT_KEY.test(text) ? { key: text, channelDigits: null } : null;
}

/** True when a text has the form of a key; other texts need not be looked up. */
export function isKeyShaped(key: string): boolean {
  return KEY.test(key) || SIGNED_KEY.test(key) || SHORT_KEY.test(key);
}

/** Makes a new key of 285 random bits. */
export function newKey(): string {
  return randomText(TOKEN_KEY_LENGTH, ALPHANUMERIC);
}

/** The form of a key in messages: enough to recognise it, too little to use it. */
export function maskKey(key: string): string {
  return `${key.slice(0, 3)}***${key.slice(-3)}`;
}
