import { asList, asText, at } from '@formats';
import { type BalanceCapability, type BalanceContext } from '../../contract/account';
import { type ChannelTarget } from '../../contract/upstream';
import { getWithKey } from '../../shared/model-list';
import { amountOf, oneRequestBalance } from '../../shared/one-request-balance';
import { moonshotBalance } from './moonshot-balance';
import { siliconCloudBalance } from './siliconcloud-balance';
import { openRouterBalance } from './openrouter-balance';

/**
 * Balances of providers of the OpenAI protocol, by the host of the channel's address. Sources: the pages on balances in
 * their manuals, read 2026-11; where a provider reports yuan, the option `Price` converts them.
 */
const BALANCES_BY_HOST: ReadonlyMap<string, BalanceCapability> = new Map([
  ['api.deepseek.com', balanceAt('/user/balance', deepSeekAmount)],
  ['api.siliconflow.cn', siliconCloudBalance],
  ['api.siliconflow.com', siliconCloudBalance],
  ['api.moonshot.cn', moonshotBalance],
  ['api.moonshot.ai', moonshotBalance],
  ['api.stepfun.com', balanceAt('/v1/accounts', (body, context) => fromYuan(amountOf(at(body, 'balance')), context))],
  // In ten-thousandths of a dollar.
  [
    'api.novita.ai',
    balanceAt('/openapi/v1/billing/balance/detail', body => divided(at(body, 'availableBalance'), 1e4)),
  ],
  ['openrouter.ai', openRouterBalance],
  ['ai-gateway.vercel.sh', balanceAt('/v1/credits', body => amountOf(at(body, 'balance')))],
  // In cents.
  ['api.hyperbolic.xyz', balanceAt('/billing/get_current_balance', body => divided(at(body, 'credits'), 100))],
  ['api.api2gpt.com', balanceAt('/dashboard/billing/credit_grants', body => amountOf(at(body, 'total_remaining')))],
  ['api.aigc2d.com', balanceAt('/dashboard/billing/credit_grants', body => amountOf(at(body, 'total_available')))],
]);

/**
 * The balance as the provider at the channel's host reports it.
 *
 * @param otherwise for all hosts that the table does not name
 */
export function balanceByHost(otherwise: BalanceCapability): BalanceCapability {
  return {
    next(target, answers, context) {
      const address = target.baseUrl.trim();
      const url = URL.canParse(address) ? new URL(address) : null;
      const known = url && BALANCES_BY_HOST.get(url.hostname.toLowerCase());
      if (!url || !known) return otherwise.next(target, answers, context);
      return known.next({ ...target, baseUrl: url.origin }, answers, context);
    },
  };
}

/** @param path from the root of the host */
function balanceAt(path: string, amountIn: (body: unknown, context: BalanceContext) => number | null) {
  const buildRequest = (target: ChannelTarget) => getWithKey(target.baseUrl + path, target);
  return oneRequestBalance({ buildRequest, amountIn });
}

function divided(value: unknown, by: number): number | null {
  const amount = amountOf(value);
  return amount === null ? null : amount / by;
}

function fromYuan(amount: number | null, { localPerCurrencyUnit }: BalanceContext): number | null {
  return amount === null ? null : amount / localPerCurrencyUnit;
}

/** An account may hold two currencies; both can be spent. */
function deepSeekAmount(body: unknown, context: BalanceContext): number | null {
  const amounts = asList(at(body, 'balance_infos')).flatMap(info => {
    const amount = amountOf(at(info, 'total_balance'));
    const inDollars = asText(at(info, 'currency')) === 'USD' ? amount : fromYuan(amount, context);
    return inDollars === null ? [] : [inDollars];
  });
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}
