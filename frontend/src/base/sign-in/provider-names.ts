import { type RedirectProvider } from './auth-api';

/**
 * The names that the owners use, equal in every language; the last one applies where the operator has set no better
 * name.
 */
export const providerNames: Readonly<Record<RedirectProvider, string>> = {
  github: 'GitHub',
  linuxdo: 'LINUX DO',
  oidc: 'OpenID Connect',
};
