import { at } from '@formats';
import { type BalanceCapability } from '../../contract/account';
import { baseUrlOf } from '../../shared/base-url';
import { getWithKey } from '../../shared/model-list';
import { amountOf, oneRequestBalance } from '../../shared/one-request-balance';

/**
 * `GET /v1/users/me/balance`, as in the provider's manual, read 2026-08: the balance is in yuan in China and in dollars
 * on the `.ai` host.
 */
export const moonshotBalance: BalanceCapability = oneRequestBalance({
  buildRequest: target => getWithKey(`${baseUrlOf(target)}/v1/users/me/balance`, target),
  amountIn(body, { localPerCurrencyUnit }, target) {
    const amount = amountOf(at(body, 'data', 'available_balance'));
    if (at(body, 'code') !== 0 || at(body, 'scode') !== '0x0' || amount === null) return null;
    return new URL(baseUrlOf(target)).hostname.endsWith('.ai') ? amount : amount / localPerCurrencyUnit;
  },
});
