import { budgetThresholdsByDefault, type BudgetTerms } from '@contracts';
import { AppError, isTimeZone, serverTimeZone } from '@kernel';
import { type Budget } from './budget.entity';

/** What a budget says, as it is stored. */
export type StoredTerms = Pick<
  Budget,
  'amount' | 'window' | 'isRolling' | 'timeZone' | 'isHard' | 'carriesOver' | 'thresholds'
>;

/** What a new budget says where nobody has chosen. */
export const FIRST_TERMS: StoredTerms = {
  amount: 1,
  window: 'month',
  isRolling: false,
  timeZone: '',
  isHard: true,
  carriesOver: false,
  thresholds: budgetThresholdsByDefault.join(','),
};

/** The terms with a change. @throws AppError BUDGET_ZONE */
export function checkedTerms(before: StoredTerms, change: Partial<BudgetTerms>): StoredTerms {
  const window = change.window ?? before.window;
  const timeZone = (change.time_zone ?? before.timeZone).trim() || serverTimeZone();
  if (!isTimeZone(timeZone)) throw new AppError('BUDGET_ZONE', { params: { zone: timeZone } });
  const isRolling = window !== 'once' && (change.is_rolling ?? before.isRolling);
  return {
    amount: change.quota ?? before.amount,
    window,
    isRolling,
    timeZone,
    isHard: change.is_hard ?? before.isHard,
    carriesOver: window !== 'once' && !isRolling && (change.carries_over ?? before.carriesOver),
    thresholds: change.thresholds ? risingText(change.thresholds) : before.thresholds,
  };
}

function risingText(thresholds: readonly number[]): string {
  return [...new Set(thresholds)].sort((one, other) => one - other).join(',');
}

/** Whether periods begin at other times, so that a new one begins now. */
export function isOtherRhythm(before: StoredTerms, after: StoredTerms): boolean {
  return (
    before.window !== after.window ||
    before.isRolling !== after.isRolling ||
    (before.timeZone !== after.timeZone && !after.isRolling && after.window !== 'once')
  );
}
