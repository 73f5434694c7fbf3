import { type SaidClaims } from '@joining';
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

/** A person whom a provider has just authenticated. */
export interface ThirdPartyAccount extends ProvenIdentity {
  readonly provider: ProviderId;
  /** The person's display name at the provider; cut to our length. */
  readonly displayName: string;
  /**
   * Address that the provider has verified; a new account gets it when no account has it and the domain rules allow it.
   */
  readonly email?: string;
  /** What the provider says about the person, where rules may look at it. */
  readonly said?: SaidClaims;
}

export function isProviderId(text: string): text is ProviderId {
  return Object.hasOwn(providerLabels, text);
}
