import { at, parseJson } from '@formats';
import { type BalanceAnswer, type BalanceCapability } from '../../contract/account';
import { type ChannelTarget } from '../../contract/upstream';
import { getWithKey } from '../../shared/model-list';
import { amountOf } from '../../shared/one-request-balance';

const UNAVAILABLE = { kind: 'unavailable', reason: 'balance not available' } as const;

/**
 * The credits of the account in dollars, which the provider reports to management keys (`GET /api/v1/credits`). For any
 * other key it is what is left of the key's own limit (`GET /api/v1/key`); a key without a limit reports nothing.
 */
export const openRouterBalance: BalanceCapability = {
  next(target, [credits, key]) {
    if (!credits) return ask('credits', target);
    const bought = amountAt(credits, 'total_credits');
    const used = amountAt(credits, 'total_usage');
    if (bought !== null && used !== null) return { kind: 'balance', amount: bought - used };
    if (!key) return credits.status === 401 || credits.status === 403 ? ask('key', target) : UNAVAILABLE;
    const left = amountAt(key, 'limit_remaining');
    return left === null ? UNAVAILABLE : { kind: 'balance', amount: left };
  },
};

function ask(what: 'credits' | 'key', target: ChannelTarget) {
  return { kind: 'request', request: getWithKey(`${target.baseUrl}/api/v1/${what}`, target) } as const;
}

function amountAt({ status, body }: BalanceAnswer, field: string): number | null {
  return status === 200 ? amountOf(at(parseJson(body), 'data', field)) : null;
}
