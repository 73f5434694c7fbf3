import { type BudgetView } from '@contracts';
import { type TFunction } from 'i18next';
import { formatCurrency, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';

const USUAL = 2;
const SMALL = 6;

/** Units as money, without decimals where there are none, and exactly where it is a part of a cent. */
export function moneyOf(units: number, display: QuotaDisplay): string {
  const cents = (units / display.quota_per_unit) * 100;
  if (!Number.isInteger(cents)) return formatCurrency(units, display, SMALL);
  return formatCurrency(units, display, cents % 100 === 0 ? 0 : USUAL);
}

/** No decimals where all amounts are whole, cents for all of them otherwise. */
function decimalsOf(amounts: readonly number[], display: QuotaDisplay): number {
  return amounts.every(units => Number.isInteger(units / display.quota_per_unit)) ? 0 : USUAL;
}

/** What was spent of what, as people say it: both with cents, or both without. */
export function spentOfText(spent: number, granted: number, display: QuotaDisplay, t: TFunction): string {
  const decimals = decimalsOf([spent, granted], display);
  const money = (units: number) => formatCurrency(units, display, decimals);
  return t('budget.spent_of', { spent: money(spent), granted: money(granted) });
}

/** Units as money to the cent, for what changes with each call. */
export function roundMoney(units: number, display: QuotaDisplay): string {
  return formatCurrency(units, display, decimalsOf([units], display));
}

/** Amount and window as people say them: `$20 a month`. */
export function termsText(
  budget: Pick<BudgetView, 'quota' | 'window' | 'is_rolling'>,
  display: QuotaDisplay,
  t: TFunction,
): string {
  const money = moneyOf(budget.quota, display);
  return t(budget.is_rolling ? `budget.any_${budget.window}` : `budget.each_${budget.window}`, { money });
}

/** Whose budget it is. */
export function ownerText({ scope, owner_name: name, owner_id: id }: BudgetView, t: TFunction): string {
  return t(`budget.of_${scope}`, { name: name || `#${id}` });
}

/** When it begins anew. */
export function resetText({ window, is_rolling: isRolling, reset_time: resetTime }: BudgetView, t: TFunction): string {
  if (window === 'once') return t('budget.never');
  return isRolling ? t('budget.rolls') : formatTime(resetTime);
}
