import { useState } from 'react';
import { leave } from '../../shared/browser/leave';
import { useStatus } from '../site/use-status';
import { useBeginOAuthMutation, useBeginOidcMutation, type NewAccountCodes, type RedirectProvider } from './auth-api';
import { githubLink, linuxDoLink } from './authorize-links';

interface ProviderStart {
  /** The provider whose address is being fetched. */
  readonly busy: RedirectProvider | null;
  /**
   * Leaves for the provider. The provider sends the browser back to `/oauth/<provider>`, which signs in, or attaches
   * the account when a user is signed in.
   *
   * @param codes for an account that may be created during the sign-in
   */
  readonly start: (provider: RedirectProvider, codes?: NewAccountCodes) => Promise<void>;
}

export function useProviderStart(): ProviderStart {
  const status = useStatus();
  const [beginOAuth] = useBeginOAuthMutation();
  const [beginOidc] = useBeginOidcMutation();
  const [busy, setBusy] = useState<RedirectProvider | null>(null);

  const addressOf = async (provider: RedirectProvider, codes: NewAccountCodes): Promise<string | undefined> => {
    if (provider === 'oidc') return (await beginOidc(codes)).data?.url;
    const { data: state } = await beginOAuth(codes);
    if (state === undefined) return undefined; // the listener has shown the reason
    return provider === 'github' ? githubLink(status, state) : linuxDoLink(status, state);
  };

  const start = async (provider: RedirectProvider, codes: NewAccountCodes = {}) => {
    setBusy(provider);
    const address = await addressOf(provider, codes);
    // This is reset when leaving too: the browser may show this very page again on the way back.
    setBusy(null);
    if (address !== undefined) leave.to(address);
  };
  return { busy, start };
}
