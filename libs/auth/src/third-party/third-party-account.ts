import { type ProvenIdentity } from '@user';

/** Sign-in providers; the names are stored and are part of generated user names. */
export const providerLabels = {
  github: 'GitHub',
  linuxdo: 'LINUX DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
  oidc: 'OpenID Connect',
} as const;

export type ProviderId = keyof typeof providerLabels;

/** Somebody whom a provider has just vouched for. */
export interface ThirdPartyAccount extends ProvenIdentity {
  readonly provider: ProviderId;
  /** What people call themselves there; cut to our length. */
  readonly displayName: string;
  /** Verified by the provider; taken over by a new account when nobody has it and the domain rules allow it. */
  readonly email?: string;
}

export function isProviderId(text: string): text is ProviderId {
  return Object.hasOwn(providerLabels, text);
}
