import { isHttpUrl, withoutTrailingSlash } from '@contracts';

/** Base address and path with exactly one slash between; a path in the base is kept, an empty path adds nothing. */
export function joinUrl(base: string, path: string): string {
  const tail = path.replace(/^\/+/, '');
  return tail === '' ? withoutTrailingSlash(base) : `${withoutTrailingSlash(base)}/${tail}`;
}

/** Scheme, host and port of an http(s) address, in lower case and without a default port; null for anything else. */
export function findOrigin(address: string): string | null {
  return isHttpUrl(address) ? new URL(address).origin : null;
}
