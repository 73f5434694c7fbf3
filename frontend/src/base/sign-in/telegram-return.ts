import { type TelegramQuery } from '@contracts';
import { randomSuffix } from '../../shared/browser/random';
import { readStored, removeStored, writeStored } from '../../shared/browser/storage';

/** 36 to the power of 32 values: too many to guess. */
const STATE_LENGTH = 32;
const STATE_FIELD = 'state';
const optionalFields = ['first_name', 'last_name', 'username', 'photo_url', 'lang'] as const;

/**
 * The address to which the widget of a sign-in sends the browser. Signed data do not prove that the sign-in began here:
 * a link with another person's data would sign the reader in to that person's account. So the address carries a state
 * that only this browser knows.
 */
export function telegramSignInUrl(): string {
  const state = readStored('telegram-state') ?? randomSuffix(STATE_LENGTH);
  writeStored('telegram-state', state);
  return `${window.location.origin}/oauth/telegram?${STATE_FIELD}=${state}`;
}

/**
 * The address for attaching a Telegram account to the signed-in user; the server redirects the browser to the settings.
 */
export function telegramBindUrl(): string {
  return `${window.location.origin}/api/oauth/telegram/bind`;
}

/** The signed data of a return that began in this browser, readable once; null for every other return. */
export function takeTelegramReturn(parameters: URLSearchParams): TelegramQuery | null {
  const expected = readStored('telegram-state');
  removeStored('telegram-state');
  const [id, date, hash] = ['id', 'auth_date', 'hash'].map(name => parameters.get(name));
  if (!expected || parameters.get(STATE_FIELD) !== expected || !id || !date || !hash) return null;
  const present = optionalFields.flatMap(name => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { id, auth_date: date, hash, ...Object.fromEntries(present) };
}
