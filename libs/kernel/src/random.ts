import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { type Clock } from './clock';

export const DIGITS = '0123456789';
export const LOWER_HEX = '0123456789abcdef';
export const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** An alphabet without the characters people mistake for one another; for passwords that are read from a screen. */
export const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The source of random values; injected where a test must know the outcome. */
export interface Random {
  /** Uniform among the characters of the alphabet. */
  text(length: number, alphabet: string): string;
  /** Uniform among the integers from low to high, both included; the span must stay below 2^48. */
  integer(low: number, high: number): number;
}

/**
 * Text from a cryptographic source, every character equally likely: bytes that would favour the first characters are
 * thrown away. The alphabet has 1 to 256 characters.
 */
export function randomText(length: number, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(Math.max(16, length - text.length))) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

export const systemRandom: Random = {
  text: randomText,
  integer: (low, high) => (low === high ? low : randomInt(low, high + 1)),
};

/** A version 4 UUID with dashes. */
export function randomUuid(): string {
  return randomUUID();
}

const POOL_BYTES = 2048;
const ID_RANDOM_CHARACTERS = 8;
const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // 32 characters, so that five bits of a byte choose one without bias

/**
 * Makes request ids: UTC date and time (yyyymmddhhmmss), the nanoseconds of the second, eight random characters. Every
 * relay call needs one, so the date part is kept for its second and random bytes are drawn from a pool.
 */
export function createRequestIds(clock: Clock): () => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let second = -1;
  let prefix = '';
  return () => {
    const now = clock.now();
    const current = Math.floor(now / 1000);
    if (current !== second) {
      second = current;
      prefix = new Date(current * 1000).toISOString().slice(0, 19).replace(/\D/g, '');
    }
    if (used + ID_RANDOM_CHARACTERS > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    let suffix = '';
    for (const end = used + ID_RANDOM_CHARACTERS; used < end; used += 1) suffix += ID_ALPHABET[pool[used]! & 31];
    const nanoseconds = (Math.floor(now) % 1000) * 1e6 + Math.floor((clock.monotonic() % 1) * 1e6);
    return prefix + String(nanoseconds).padStart(9, '0') + suffix;
  };
}
