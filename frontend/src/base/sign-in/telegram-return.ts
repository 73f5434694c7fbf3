import { type TelegramQuery } from '@contracts';
import { randomSuffix } from '../../shared/browser/random';
import { readStored, removeStored, writeStored } from '../../shared/browser/storage';

/** 36 letters to the 32nd: nobody finds it by trying. */
const STATE_LENGTH = 32;
const STATE_FIELD = 'state';
const optionalFields = ['first_name', 'last_name', 'username', 'photo_url', 'lang'] as const;

/**
 * Where the widget of a sign-in sends the browser. Signed data are no proof that the sign-in began here: a link with
 * somebody else's would sign the reader in to that person's account. So the address carries what only this browser knows.
 */
export function telegramSignInUrl(): string {
  const state = readStored('telegram-state') ?? randomSuffix(STATE_LENGTH);
  writeStored('telegram-state', state);
  return `${window.location.origin}/oauth/telegram?${STATE_FIELD}=${state}`;
}

/** The address for attaching a Telegram account to who is signed in; the server sends the browser on to the settings. */
export function telegramBindUrl(): string {
  return `${window.location.origin}/api/oauth/telegram/bind`;
}

/** The signed data of a return that began in this browser, once; null for every other. */
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
