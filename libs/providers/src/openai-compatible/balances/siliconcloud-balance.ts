import { at } from '@formats';
import { type BalanceCapability } from '../../contract/account';
import { baseUrlOf } from '../../shared/base-url';
import { getWithKey } from '../../shared/model-list';
import { amountOf, oneRequestBalance } from '../../shared/one-request-balance';

/**
 * `GET /v1/user/info`, with code 20000 on success. The balance is a text in the currency of the provider's account and
 * is not converted. It is requested at the channel's own address, because a key of one host must not be sent to
 * another.
 */
export const siliconCloudBalance: BalanceCapability = oneRequestBalance({
  buildRequest: target => getWithKey(`${baseUrlOf(target)}/v1/user/info`, target),
  amountIn: body =>
    at(body, 'code') === 20_000 && at(body, 'status') !== false ? amountOf(at(body, 'data', 'totalBalance')) : null,
});
