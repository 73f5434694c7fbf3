import { type RedirectProvider } from './auth-api';

/** Names of their owners, the same in every language; the last one where the operator has given no better. */
export const providerNames: Readonly<Record<RedirectProvider, string>> = {
  github: 'GitHub',
  linuxdo: 'LINUX DO',
  oidc: 'OpenID Connect',
};
