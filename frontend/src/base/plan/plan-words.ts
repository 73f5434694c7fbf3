import { type PlanTerms } from '@contracts';
import { type TFunction } from 'i18next';
import { type QuotaDisplay } from '../../shared/format/quota';
import { moneyOf } from '../budget/budget-words';

/** The price of a plan as people say it: `$20 a month`. */
export function priceText(
  { price_quota: price, period }: Pick<PlanTerms, 'price_quota' | 'period'>,
  display: QuotaDisplay,
  t: TFunction,
): string {
  return price === 0 ? t('plan.free') : t(`plan.each_${period}`, { money: moneyOf(price, display) });
}

/** What a plan gives in each period: `$25 of calls`. */
export function allowanceText({ quota }: Pick<PlanTerms, 'quota'>, display: QuotaDisplay, t: TFunction): string {
  return quota === 0 ? t('plan.gives_all') : t('plan.gives', { money: moneyOf(quota, display) });
}

/** The zone of the reader's own clock: periods begin when it says so. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
