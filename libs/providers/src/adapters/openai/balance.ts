import { at, parseJson } from '@formats';
import {
  type BalanceAnswer,
  type BalanceCapability,
  type BalanceContext,
  type BalanceStep,
} from '../../contract/account';
import { type ChannelTarget } from '../../contract/upstream';
import { getWithKey } from '../../shared/model-list';

const DAY_MS = 86_400_000;

/** Without a payment method the balance covers the whole grant period, not only this month. */
const GRANT_PERIOD_DAYS = 100;

const UNAVAILABLE: BalanceStep = { kind: 'unavailable', reason: 'balance not available' };

/**
 * The balance by the legacy dashboard routes: granted dollars minus used cents. OpenAI's own host refuses these routes
 * to API keys; relays and older deployments serve them.
 *
 * @param baseOf the address before `/v1/dashboard/…`
 */
export function legacyBillingBalance(baseOf: (target: ChannelTarget) => string): BalanceCapability {
  return {
    next(target, answers, context): BalanceStep {
      const [subscription, usage] = answers;
      const root = `${baseOf(target)}/v1/dashboard/billing`;
      if (!subscription) return { kind: 'request', request: getWithKey(`${root}/subscription`, target) };
      const limitUsd = numberAt(subscription, 'hard_limit_usd');
      if (limitUsd === null) return UNAVAILABLE;
      if (!usage)
        return { kind: 'request', request: getWithKey(`${root}/usage?${period(subscription, context)}`, target) };
      const usedCents = numberAt(usage, 'total_usage');
      return usedCents === null ? UNAVAILABLE : { kind: 'balance', amount: limitUsd - usedCents / 100 };
    },
  };
}

function period(subscription: BalanceAnswer, context: BalanceContext): string {
  const hasPaymentMethod = at(parseJson(subscription.body), 'has_payment_method') !== false;
  const today = dateOf(context.nowMs);
  const start = hasPaymentMethod ? `${today.slice(0, 8)}01` : dateOf(context.nowMs - GRANT_PERIOD_DAYS * DAY_MS);
  return `start_date=${start}&end_date=${dateOf(context.nowMs + DAY_MS)}`;
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function numberAt(answer: BalanceAnswer, key: string): number | null {
  const value = answer.status === 200 ? at(parseJson(answer.body), key) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
