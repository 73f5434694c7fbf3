import { asText, at, parseJson } from '@formats';
import { type AuthorizeCapability } from '../../contract/account';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { baseUrlOf } from '../../shared/base-url';
import { baiduAccount } from './account';

/** Thirty days, used when the provider does not report a lifetime. */
const LIFETIME_SECONDS = 2_592_000;

/**
 * `POST /oauth/2.0/token` of Baidu AI Cloud, read 2026-08: exchanges key and secret for a token that lives thirty days.
 */
export const authorize: AuthorizeCapability = {
  isNeeded: target => baiduAccount(target).kind === 'keyPair',
  buildRequest(target) {
    const account = baiduAccount(target);
    if (account.kind !== 'keyPair' || account.apiKey === '' || account.secretKey === '') {
      throw new ChannelAddressError(target.id, 'the key is not of the form APIKey|SecretKey');
    }
    const query = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: account.apiKey,
      client_secret: account.secretKey,
    });
    return {
      method: 'POST',
      url: `${baseUrlOf(target)}/oauth/2.0/token?${query.toString()}`,
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'identity' },
      body: null,
    };
  },
  read(answer) {
    const body = parseJson(answer.body);
    const token = asText(at(body, 'access_token'));
    const seconds = at(body, 'expires_in');
    if (token === '') return null;
    const isCount = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
    return { token, expiresInSeconds: isCount ? seconds : LIFETIME_SECONDS };
  },
};
