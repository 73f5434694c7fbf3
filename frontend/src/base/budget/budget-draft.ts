import {
  BUDGET_QUOTA_MAX,
  BUDGET_THRESHOLDS_MAX,
  budgetThresholdsByDefault,
  type BudgetTerms,
  type BudgetView,
  type BudgetWindow,
  type TokenBudget,
} from '@contracts';
import { type QuotaDisplay } from '../../shared/format/quota';

/** The terms of a budget, as typed. */
export interface BudgetDraft {
  /** Money. */
  readonly amount: string;
  readonly window: BudgetWindow;
  readonly isRolling: boolean;
  readonly timeZone: string;
  readonly isHard: boolean;
  readonly carriesOver: boolean;
  /** Percent, between commas. */
  readonly thresholds: string;
}

/** The first fault of a draft; also the end of the i18n key of its message. */
export type BudgetFault = 'amount' | 'thresholds';

const PERCENT_MAX = 100;

/** The zone of the reader's own clock: periods begin when it says so. */
function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function newBudgetDraft(): BudgetDraft {
  return {
    amount: '',
    window: 'month',
    isRolling: false,
    timeZone: ownTimeZone(),
    isHard: true,
    carriesOver: false,
    thresholds: budgetThresholdsByDefault.join(', '),
  };
}

export function toBudgetDraft(budget: BudgetView, display: QuotaDisplay): BudgetDraft {
  return {
    amount: String(budget.quota / display.quota_per_unit),
    window: budget.window,
    isRolling: budget.is_rolling,
    timeZone: budget.time_zone,
    isHard: budget.is_hard,
    carriesOver: budget.carries_over,
    thresholds: budget.thresholds.join(', '),
  };
}

/** The units of an amount of money; null when it is none, or is beyond what can be booked. */
export function unitsOf(amount: string, display: QuotaDisplay): number | null {
  const money = Number(amount);
  const units = Math.round(money * display.quota_per_unit);
  return amount.trim() !== '' && Number.isFinite(money) && units >= 1 && units <= BUDGET_QUOTA_MAX ? units : null;
}

function percentsOf(text: string): readonly number[] {
  return text
    .split(/[,，、\s]+/)
    .filter(part => part !== '')
    .map(Number);
}

export function findBudgetFault(draft: BudgetDraft, display: QuotaDisplay): BudgetFault | null {
  if (unitsOf(draft.amount, display) === null) return 'amount';
  const percents = percentsOf(draft.thresholds);
  const areValid = percents.every(percent => Number.isInteger(percent) && percent >= 1 && percent <= PERCENT_MAX);
  return areValid && percents.length <= BUDGET_THRESHOLDS_MAX ? null : 'thresholds';
}

export function toTerms(draft: BudgetDraft, display: QuotaDisplay): BudgetTerms {
  const isCalendar = draft.window !== 'once' && !draft.isRolling;
  return {
    quota: unitsOf(draft.amount, display) ?? 0,
    window: draft.window,
    is_rolling: draft.window !== 'once' && draft.isRolling,
    time_zone: draft.timeZone,
    is_hard: draft.isHard,
    carries_over: isCalendar && draft.carriesOver,
    thresholds: percentsOf(draft.thresholds),
  };
}

/** What a new key begins with. */
export function toFirstBudget(draft: BudgetDraft, display: QuotaDisplay): TokenBudget {
  const { quota, window, time_zone } = toTerms(draft, display);
  return { quota, window, time_zone };
}
