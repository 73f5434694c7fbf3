import { isIP } from 'node:net';
import { type OptionValues } from '@contracts';

/** The site a passkey belongs to, in the words of WebAuthn. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  /** Scheme, host name and port: what the browser must have been at. */
  readonly origin: string;
}

/**
 * Null while passkeys are closed: switched off, or without a public address that has a name. Browsers make none for a bare
 * IP address.
 */
export function relyingPartyOf(
  options: Pick<OptionValues, 'PasskeyLoginEnabled' | 'ServerAddress'>,
): RelyingParty | null {
  if (!options.PasskeyLoginEnabled || options.ServerAddress === '') return null;
  const { hostname, origin } = new URL(options.ServerAddress);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('['); // brackets hold an IPv6 address
  return isAddress ? null : { id: hostname, origin };
}
