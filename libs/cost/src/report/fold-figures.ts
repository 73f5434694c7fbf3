import { type ReportOrder } from '@contracts';
import { type ReportFigure } from '@log';
import { added, type NamedFigure } from './report-sums';

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
      return figure.cost + figure.fixedCost + figure.planDiscount - figure.costedQuota;
  }
}
