import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed data are valid for this many seconds before and after the moment they state: clocks differ in both directions.
 */
export const TELEGRAM_FRESH_SECONDS = 300;

/** Fields that Telegram signs, in the order in which it joins them. */
const SIGNED = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const;
/** The signed fields including the language that our page adds to the query, which older widgets sign as well. */
const SIGNED_WITH_LANGUAGE = ['auth_date', 'first_name', 'id', 'lang', 'last_name', 'photo_url', 'username'] as const;

export type TelegramFields = Readonly<Record<string, unknown>>;

/** A person that Telegram has authenticated. */
export interface TelegramProof {
  readonly id: string;
  /** Name to show. */
  readonly login: string;
  /** Single use; lower-case hex. */
  readonly hash: string;
  /** Time in milliseconds at which the data expire. */
  readonly endsAtMs: number;
}

/**
 * Checks data of the login widget. Rules: Telegram Login Widget, "Checking authorization"; read 2026-11.
 *
 * @param fields the query as it was parsed; unknown fields are ignored, repeated ones spoil it
 * @returns null for data that are incomplete, altered, too old or from the future
 */
export function proveTelegram(fields: TelegramFields, botToken: string, nowMs: number): TelegramProof | null {
  const { hash, id, auth_date: date, username, first_name: firstName } = fields;
  if (botToken === '' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
  if (typeof id !== 'string' || !/^[1-9][0-9]{0,19}$/.test(id)) return null;
  if (typeof date !== 'string' || !/^[0-9]{1,12}$/.test(date)) return null;
  if (Math.abs(Math.floor(nowMs / 1000) - Number(date)) > TELEGRAM_FRESH_SECONDS) return null;
  const isSigned =
    fits(fields, SIGNED, { botToken, hash }) ||
    ('lang' in fields && fits(fields, SIGNED_WITH_LANGUAGE, { botToken, hash }));
  if (!isSigned) return null;
  const login = [username, firstName, id].find(name => typeof name === 'string' && name !== '') as string; // id is one
  return { id, login, hash, endsAtMs: (Number(date) + TELEGRAM_FRESH_SECONDS + 1) * 1000 };
}

function fits(
  fields: TelegramFields,
  names: readonly string[],
  { botToken, hash }: { readonly botToken: string; readonly hash: string },
): boolean {
  const present = names.filter(name => fields[name] !== undefined);
  // With a line feed inside a value one set of fields could be read as another.
  if (!present.every(name => typeof fields[name] === 'string' && !fields[name].includes('\n'))) return false;
  const text = present.map(name => `${name}=${String(fields[name])}`).join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(hash, 'hex'));
}
