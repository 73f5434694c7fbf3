import { sign as signJwt } from 'jsonwebtoken';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';

/** The provider allows days; one hour limits the value of a copied token. A new token is made for each call. */
const LIFETIME_MS = 3_600_000;

/**
 * The token that version 3 expects in place of the key `id.secret`. Its times are milliseconds, unlike the standard.
 * Source: the provider's 'Authentication' page, read 2026-08.
 *
 * @throws ChannelAddressError when the key is not of that form
 */
export function zhipuToken(target: ChannelTarget, nowMs: number, lifetimeMs = LIFETIME_MS): string {
  const [id = '', secret = '', ...rest] = target.key.trim().split('.');
  if (id === '' || secret === '' || rest.length > 0) {
    throw new ChannelAddressError(target.id, 'the key is not of the form id.secret');
  }
  const payload = { api_key: id, exp: nowMs + lifetimeMs, timestamp: nowMs };
  const header = { alg: 'HS256', sign_type: 'SIGN', typ: undefined };
  return signJwt(payload, secret, { algorithm: 'HS256', noTimestamp: true, header });
}
