import { GITHUB_AUTHORIZE_URL, LINUXDO_AUTHORIZE_URL } from '@contracts';
import { type KnownStatus } from '../site/use-status';

function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Where a browser goes for a sign-in at GitHub; the way back is registered there. */
export function githubLink(status: KnownStatus, state: string): string {
  return withQuery(status.github_authorize_url || GITHUB_AUTHORIZE_URL, {
    client_id: status.github_client_id ?? '',
    state,
    scope: 'user:email',
  });
}

/** The same for LINUX DO. */
export function linuxDoLink(status: KnownStatus, state: string): string {
  return withQuery(status.linuxdo_authorize_url || LINUXDO_AUTHORIZE_URL, {
    response_type: 'code',
    client_id: status.linuxdo_client_id ?? '',
    state,
    scope: 'user:profile',
  });
}
