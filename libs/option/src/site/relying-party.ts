import { isIP } from 'node:net';
import { type OptionValues } from '@contracts';

/** The site that a passkey belongs to; WebAuthn calls it the relying party. */
export interface RelyingParty {
  /** The host name of the site. */
  readonly id: string;
  /** Scheme, host name and port of the page at which the browser must have been. */
  readonly origin: string;
}

/**
 * The site that passkeys belong to; null while they are switched off, or without a public address that has a name.
 * Browsers make no passkey for a bare IP address.
 */
export function relyingPartyOf(
  options: Pick<OptionValues, 'PasskeyLoginEnabled' | 'ServerAddress'>,
): RelyingParty | null {
  if (!options.PasskeyLoginEnabled || options.ServerAddress === '') return null;
  const { hostname, origin } = new URL(options.ServerAddress);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('['); // brackets hold an IPv6 address
  return isAddress ? null : { id: hostname, origin };
}
