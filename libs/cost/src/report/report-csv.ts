import { type CostSums, type ReportDimension, type ReportName, type ReportSums } from '@contracts';
import { BYTE_ORDER_MARK, csvLine } from '@kernel';
import { Readable } from 'node:stream';
import { moneyText, percentText } from './money-text';

export type CsvRow = ReportName & ReportSums & Partial<CostSums>;

/** Lines that are put together at once; between two of such parts other calls get their turn. */
const LINES_AT_ONCE = 1000;

/** A report as a CSV file: counts, and money in currency units; costs where the rows have them. */
export function reportFile(
  by: ReportDimension,
  rows: readonly CsvRow[],
  { quotaPerUnit, hasCosts }: { readonly quotaPerUnit: number; readonly hasCosts: boolean },
): Readable {
  return Readable.from(lines(by, rows, { quotaPerUnit, hasCosts }), { objectMode: false });
}

function* lines(
  by: ReportDimension,
  rows: readonly CsvRow[],
  { quotaPerUnit, hasCosts }: { readonly quotaPerUnit: number; readonly hasCosts: boolean },
): Generator<string> {
  const costs = hasCosts
    ? ['cost', 'fixed_cost', 'charged_with_known_cost', 'paid_by_plans', 'plan_income', 'margin', 'margin_percent']
    : [];
  const sums = ['requests', 'tokens', 'prompt_tokens', 'cached_tokens', 'cached_percent', 'charged'];
  yield BYTE_ORDER_MARK + csvLine([by, 'id', 'username', ...sums, ...costs]);
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE) {
    const part = rows.slice(at, at + LINES_AT_ONCE);
    yield part.map(row => csvLine(valuesOf(row, quotaPerUnit, hasCosts))).join('');
  }
}

function valuesOf(row: CsvRow, quotaPerUnit: number, hasCosts: boolean): readonly (string | number)[] {
  const money = (units: number) => moneyText(units, quotaPerUnit);
  const {
    prompt_tokens: prompt,
    cached_tokens: cached,
    cost = 0,
    fixed_cost: fixed = 0,
    costed_quota: costed = 0,
    plan_quota: planQuota = 0,
    plan_income: planIncome = 0,
    plan_discount: planDiscount = 0,
  } = row;
  const earned = costed - planDiscount;
  const margin = earned - cost - fixed;
  return [
    ...[row.name, row.id === 0 ? '' : row.id, row.username],
    ...[row.count, row.token_used, prompt, cached, percentText(cached, prompt), money(row.quota)],
    ...(hasCosts
      ? [
          ...[money(cost), money(fixed), money(costed), money(planQuota), money(planIncome)],
          ...[money(margin), percentText(margin, earned)],
        ]
      : []),
  ];
}
