import { GITHUB_AUTHORIZE_URL, LINUXDO_AUTHORIZE_URL } from '@contracts';
import { type KnownStatus } from '../site/use-status';

function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address at GitHub where a browser signs in; the return address is registered at GitHub. */
export function githubLink(status: KnownStatus, state: string): string {
  return withQuery(status.github_authorize_url || GITHUB_AUTHORIZE_URL, {
    client_id: status.github_client_id ?? '',
    state,
    scope: 'user:email',
  });
}

/** The address at LINUX DO where a browser signs in; the return address is registered at LINUX DO. */
export function linuxDoLink(status: KnownStatus, state: string): string {
  return withQuery(status.linuxdo_authorize_url || LINUXDO_AUTHORIZE_URL, {
    response_type: 'code',
    client_id: status.linuxdo_client_id ?? '',
    state,
    scope: 'user:profile',
  });
}
