import { type CostSums, type ReportOrder, type ReportSums } from '@contracts';
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
  ...{ cost: 0, costedQuota: 0, fixedCost: 0 },
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
] as const satisfies readonly (keyof ReportFigure)[];

function added(left: ReportFigure, right: ReportFigure): ReportFigure {
  const sums = AMOUNTS.map(amount => [amount, left[amount] + right[amount]] as const);
  return { ...left, ...Object.fromEntries(sums) };
}

export function totalOf(figures: readonly ReportFigure[]): ReportFigure {
  return figures.reduce(added, NOTHING);
}

/** One row for each name, in the order that is asked for; `name` sorts by the name. */
export function foldFigures(rows: readonly NamedFigure[], order: ReportOrder | 'name'): readonly NamedFigure[] {
  const byName = new Map<string, NamedFigure>();
  for (const row of rows) {
    const known = byName.get(row.name);
    byName.set(row.name, known ? { ...known, figure: added(known.figure, row.figure) } : row);
  }
  const folded = [...byName.values()];
  if (order === 'name') return folded.sort((left, right) => (left.name < right.name ? -1 : 1));
  return folded.sort((left, right) => rankOf(right.figure, order) - rankOf(left.figure, order));
}

/** Higher comes first; of margins the lowest does. */
function rankOf(figure: ReportFigure, order: ReportOrder): number {
  switch (order) {
    case 'quota':
      return figure.quota;
    case 'count':
      return figure.requests;
    case 'cost':
      return figure.cost + figure.fixedCost;
    case 'margin':
      return figure.cost + figure.fixedCost - figure.costedQuota;
  }
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
  };
}

export function withoutCosts({ count, token_used, quota, prompt_tokens, cached_tokens }: ReportSums): ReportSums {
  return { count, token_used, quota, prompt_tokens, cached_tokens };
}
