import { type ReasoningEffort, type ReasoningOptions } from './chat';

/**
 * Token budgets for providers that take no effort; from the mapping tables of the providers' own compatibility layers.
 */
const BUDGET_OF: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

/**
 * The token budget for these options: -1 lets the model decide, 0 switches reasoning off, null means that the caller
 * set nothing.
 */
export function budgetOf(wanted: ReasoningOptions | undefined): number | null {
  if (wanted?.budgetTokens !== undefined) return wanted.budgetTokens;
  return wanted?.effort === undefined ? null : BUDGET_OF[wanted.effort];
}

/** The effort for these options; null when the caller set nothing or lets the model decide. */
export function effortOf(wanted: ReasoningOptions | undefined): ReasoningEffort | null {
  if (wanted?.effort !== undefined) return wanted.effort;
  const budget = wanted?.budgetTokens;
  if (budget === undefined || budget < 0) return null;
  if (budget === 0) return 'none';
  if (budget < 2048) return 'low';
  return budget < 8192 ? 'medium' : 'high';
}
