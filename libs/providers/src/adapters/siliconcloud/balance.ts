import { at, parseJson } from '@formats';
import { type BalanceCapability, type BalanceStep } from '../../contract/account';
import { baseUrlOf } from '../../shared/base-url';
import { getWithKey } from '../../shared/model-list';

/**
 * `GET /v1/user/info`, with code 20000 on success. The balance is a text in the currency of the provider's account and
 * is not converted. It is requested at the channel's own address, because a key of one host must not be sent to
 * another.
 */
export const siliconCloudBalance: BalanceCapability = {
  next(target, [answer]): BalanceStep {
    const base = baseUrlOf(target);
    if (!answer) return { kind: 'request', request: getWithKey(`${base}/v1/user/info`, target) };
    const body = parseJson(answer.body);
    const text = at(body, 'data', 'totalBalance');
    const amount = typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
    const isGood = answer.status === 200 && at(body, 'code') === 20_000 && at(body, 'status') !== false;
    return isGood && amount !== null
      ? { kind: 'balance', amount }
      : { kind: 'unavailable', reason: 'balance not available' };
  },
};
