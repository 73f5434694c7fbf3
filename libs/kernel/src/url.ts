import { withoutTrailingSlash } from '@contracts';

/** Base address and path with exactly one slash between; a path in the base is kept, an empty path adds nothing. */
export function joinUrl(base: string, path: string): string {
  const tail = path.replace(/^\/+/, '');
  return tail === '' ? withoutTrailingSlash(base) : `${withoutTrailingSlash(base)}/${tail}`;
}
