const KEY = 'place-to-return';

/** Keeps the address at which a session ended, also while another site signs the user in. */
export function rememberPlace({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname.startsWith('/login') || pathname.startsWith('/oauth')) return;
  try {
    sessionStorage.setItem(KEY, pathname + search);
  } catch {
    // without storage the user begins at the first page, as everybody does
  }
}

/** The kept address, once; otherwise the usual one. */
export function placeToReturn(usual: string): string {
  try {
    const place = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    // Only a path of this site: two slashes would begin the address of another one.
    return place !== null && /^\/(?![/\\])/.test(place) ? place : usual;
  } catch {
    return usual;
  }
}

/** The code of the invitation to a team that is the kept address; empty without one. */
export function keptInvitation(): string {
  try {
    return /^\/team\/join\/([0-9A-Za-z]+)$/.exec(sessionStorage.getItem(KEY) ?? '')?.[1] ?? '';
  } catch {
    return '';
  }
}
