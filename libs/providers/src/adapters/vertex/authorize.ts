import { asText, at, parseJson } from '@formats';
import { sign } from 'jsonwebtoken';
import { type AuthorizeCapability, type BalanceAnswer } from '../../contract/account';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { httpAddress } from '../../shared/base-url';
import { postRequest } from '../../shared/requests';
import { type ServiceAccount, accountOf } from './account';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/**
 * The longest lifetime of an assertion that the provider accepts, and the lifetime of a token when the response does
 * not name one.
 */
const LIFETIME_SECONDS = 3600;

/**
 * Exchanges a signed assertion of the service account for an access token. Source: "Using OAuth 2.0 for Server to
 * Server Applications" of Google's identity documentation, read 2026-08.
 */
export const vertexAuthorize: AuthorizeCapability = {
  isNeeded: target => accountOf(target).kind === 'serviceAccount',

  buildRequest(target, nowMs): UpstreamRequest {
    const account = accountOf(target);
    if (account.kind === 'apiKey') throw new ChannelAddressError(target.id, 'an API key cannot be exchanged');
    const form = new URLSearchParams({ grant_type: GRANT_TYPE, assertion: assertionOf(account, target, nowMs) });
    return postRequest(httpAddress(account.tokenUri, target), {
      headers: {},
      contentType: 'application/x-www-form-urlencoded',
      body: Buffer.from(form.toString()),
    });
  },

  read({ status, body }: BalanceAnswer) {
    const answer = parseJson(body);
    const token = asText(at(answer, 'access_token'));
    if (status !== 200 || token === '') return null;
    const expiresIn = at(answer, 'expires_in');
    const isDuration = typeof expiresIn === 'number' && Number.isFinite(expiresIn) && expiresIn > 0;
    return { token, expiresInSeconds: isDuration ? expiresIn : LIFETIME_SECONDS };
  },
};

function assertionOf(account: ServiceAccount, target: ChannelTarget, nowMs: number): string {
  const { clientEmail, tokenUri, privateKey, privateKeyId } = account;
  const issuedAt = Math.floor(nowMs / 1000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS };
  try {
    return sign(claims, privateKey, { algorithm: 'RS256', ...(privateKeyId !== '' && { keyid: privateKeyId }) });
  } catch {
    // The message of the library may quote the key, so it is not kept.
    throw new ChannelAddressError(target.id, 'the private key of the service account cannot be used');
  }
}
