import { type CostSums, type ReportSums } from '@contracts';
import { type ReportFigure } from '@log';

/** The sums of a row, and what it is called. */
export interface NamedFigure {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly figure: ReportFigure;
}

export const NOTHING: ReportFigure = {
  ...{ value: '', owner: 0, username: '', requests: 0, quota: 0, tokens: 0, promptTokens: 0, cachedTokens: 0 },
  ...{ cost: 0, costedQuota: 0, fixedCost: 0, planQuota: 0, planIncome: 0, planDiscount: 0 },
};

const AMOUNTS = [
  'requests',
  'quota',
  'tokens',
  'promptTokens',
  'cachedTokens',
  'cost',
  'costedQuota',
  'fixedCost',
  'planQuota',
  'planIncome',
  'planDiscount',
] as const satisfies readonly (keyof ReportFigure)[];

/** Both figures as one, with the names of the first. */
export function added(left: ReportFigure, right: ReportFigure): ReportFigure {
  const sums = AMOUNTS.map(amount => [amount, left[amount] + right[amount]] as const);
  return { ...left, ...Object.fromEntries(sums) };
}

export function totalOf(figures: readonly ReportFigure[]): ReportFigure {
  return figures.reduce(added, NOTHING);
}

export function sumsOf(figure: ReportFigure): ReportSums & CostSums {
  return {
    count: figure.requests,
    token_used: figure.tokens,
    quota: figure.quota,
    prompt_tokens: figure.promptTokens,
    cached_tokens: figure.cachedTokens,
    cost: figure.cost,
    fixed_cost: figure.fixedCost,
    costed_quota: figure.costedQuota,
    plan_quota: figure.planQuota,
    plan_income: figure.planIncome,
    plan_discount: figure.planDiscount,
  };
}

/** What is left of the charges whose cost is known: calls that plans pay count with their share of the price. */
export function marginOf({ costed_quota, plan_discount, cost, fixed_cost }: CostSums): number {
  return costed_quota - plan_discount - cost - fixed_cost;
}

export function withoutCosts({ count, token_used, quota, prompt_tokens, cached_tokens }: ReportSums): ReportSums {
  return { count, token_used, quota, prompt_tokens, cached_tokens };
}
