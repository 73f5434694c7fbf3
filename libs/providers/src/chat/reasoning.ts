import { type ReasoningEffort, type ReasoningWish } from '../spec/chat';

/** Budgets for vendors that count tokens; from the mapping tables of the vendors' own compatibility layers. */
const BUDGET_OF: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

/** The budget that a wish means; -1 lets the model decide, 0 switches thinking off, null when nothing was wished. */
export function budgetOf(wish: ReasoningWish | undefined): number | null {
  if (wish?.budgetTokens !== undefined) return wish.budgetTokens;
  return wish?.effort === undefined ? null : BUDGET_OF[wish.effort];
}

/** The effort that a wish means; null when nothing was wished or the model shall decide. */
export function effortOf(wish: ReasoningWish | undefined): ReasoningEffort | null {
  if (wish?.effort !== undefined) return wish.effort;
  const budget = wish?.budgetTokens;
  if (budget === undefined || budget < 0) return null;
  if (budget === 0) return 'none';
  if (budget < 2048) return 'low';
  return budget < 8192 ? 'medium' : 'high';
}
