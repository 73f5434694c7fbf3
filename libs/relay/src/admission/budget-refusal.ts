import { moneyText, ownerSaid, resetSaid, termsSaid, type RefusingBudget } from '@budget';
import { AppError, toSeconds } from '@kernel';

/** A wait that clients may be trusted with; for a longer one they are asked not to repeat the call by themselves. */
const SHORT_WAIT_SECONDS = 60;

/** The refusal of a call by a budget: what it allows, what is left, and when there is room again. */
export function budgetRefusal(
  refusing: RefusingBudget | null,
  { availableUnits, quotaPerUnit }: { readonly availableUnits: number; readonly quotaPerUnit: number },
): AppError {
  // Its period has ended while the call was being refused: the next call finds a new one.
  if (!refusing) return new AppError('RELAY_SATURATED');
  const { budget, resetMs } = refusing;
  const parts = { owner: ownerSaid(budget), terms: termsSaid(budget, quotaPerUnit), reset: resetSaid(budget, resetMs) };
  const params = { left: moneyText(availableUnits, quotaPerUnit) };
  const code = availableUnits > 0 ? 'RELAY_BUDGET_SHORT' : 'RELAY_BUDGET';
  if (resetMs === 0) return new AppError(code, { params, parts, details: { isFinal: !budget.isRolling } });
  const retryAfterSeconds = Math.max(1, Math.ceil((resetMs - Date.now()) / 1000));
  const headers = { 'x-sluice-budget-reset': String(toSeconds(resetMs)) };
  const details = { retryAfterSeconds, headers, isFinal: retryAfterSeconds > SHORT_WAIT_SECONDS };
  return new AppError(code, { params, parts, details });
}
