import { moneyText } from '@budget';
import { AppError, toSeconds } from '@kernel';
import { perPeriodSaid, planResetSaid, type RefusingPlan } from '@plan';

/** A wait that clients may be trusted with; for a longer one they are asked not to repeat the call by themselves. */
const SHORT_WAIT_SECONDS = 60;

/** The refusal of a call by a plan that is used up and lets nobody else pay: what it gives, and when it begins anew. */
export function planRefusal(
  refusing: RefusingPlan | null,
  { availableUnits, quotaPerUnit }: { readonly availableUnits: number; readonly quotaPerUnit: number },
): AppError {
  // Its period has ended while the call was being refused: the next call finds a new one.
  if (!refusing) return new AppError('RELAY_SATURATED');
  const { terms, timeZone, resetMs } = refusing;
  const parts = {
    terms: perPeriodSaid(terms.allowance, terms.period, quotaPerUnit),
    reset: planResetSaid(timeZone, resetMs),
  };
  const params = { plan: terms.name, left: moneyText(availableUnits, quotaPerUnit) };
  const retryAfterSeconds = Math.max(1, Math.ceil((resetMs - Date.now()) / 1000));
  const headers = { 'x-sluice-plan-reset': String(toSeconds(resetMs)) };
  const details = { retryAfterSeconds, headers, isFinal: retryAfterSeconds > SHORT_WAIT_SECONDS };
  return new AppError(availableUnits > 0 ? 'RELAY_PLAN_SHORT' : 'RELAY_PLAN', { params, parts, details });
}
