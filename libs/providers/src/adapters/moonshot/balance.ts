import { at, parseJson } from '@formats';
import { type BalanceCapability, type BalanceStep } from '../../contract/account';
import { baseUrlOf } from '../../shared/base-url';
import { getWithKey } from '../../shared/model-list';

const UNAVAILABLE: BalanceStep = { kind: 'unavailable', reason: 'balance not available' };

/**
 * `GET /v1/users/me/balance`, as in the provider's manual, read 2026-08: the balance is in yuan in China and in dollars
 * on the `.ai` host.
 */
export const moonshotBalance: BalanceCapability = {
  next(target, [answer], context): BalanceStep {
    const base = baseUrlOf(target);
    if (!answer) return { kind: 'request', request: getWithKey(`${base}/v1/users/me/balance`, target) };
    const body = parseJson(answer.body);
    const amount = at(body, 'data', 'available_balance');
    const isGood = answer.status === 200 && at(body, 'code') === 0 && at(body, 'scode') === '0x0';
    if (!isGood || typeof amount !== 'number' || !Number.isFinite(amount)) return UNAVAILABLE;
    const isInDollars = new URL(base).hostname.endsWith('.ai');
    return { kind: 'balance', amount: isInDollars ? amount : amount / context.localPerCurrencyUnit };
  },
};
