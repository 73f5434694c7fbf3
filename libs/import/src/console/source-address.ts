import { AppError } from '@kernel';

const SCHEMES = ['postgres:', 'postgresql:', 'mysql:'];
/** Names and numbers of hosts; no path of a socket, and nothing with an escape. */
const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i;

/**
 * An address that the console may give: a database over the network. Parameters of drivers can name files of this
 * server, so only the one for TLS is taken.
 *
 * @returns the address as it is opened, and as it may be shown
 * @throws AppError MOVE_IN_ADDRESS
 */
export function sourceAddress(text: string): { readonly url: string; readonly shown: string } {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (!url || !SCHEMES.includes(url.protocol) || !HOST.test(url.hostname) || url.pathname.length < 2) {
    throw new AppError('MOVE_IN_ADDRESS');
  }
  const allowed = url.protocol === 'mysql:' ? [] : ['sslmode'];
  if (url.hash !== '' || [...url.searchParams.keys()].some(name => !allowed.includes(name))) {
    throw new AppError('MOVE_IN_ADDRESS');
  }
  const user = url.username === '' ? '' : `${url.username}@`;
  return { url: url.href, shown: `${url.protocol}//${user}${url.host}${url.pathname}` };
}

/** A text for people without the secrets that a driver may have put into it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(secret => {
    if (!URL.canParse(secret)) return [secret];
    const { password } = new URL(secret);
    return [secret, password, decoded(password)];
  });
  return forms.filter(form => form !== '').reduce((clean, form) => clean.replaceAll(form, '***'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no escape
  }
}
