import { type PriceTableRow } from '@contracts';

export const shownKinds = ['all', 'used', 'unpriced', 'overridden', 'drafted'] as const;

interface PriceFilter {
  readonly keyword: string;
  readonly kind: string;
}

/** The rows that a reader wants to see; `drafted` are those with unsaved changes. */
export function filterPrices(
  rows: readonly PriceTableRow[],
  { keyword, kind }: PriceFilter,
  changed: { has(model: string): boolean },
): readonly PriceTableRow[] {
  const words = keyword
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  return rows.filter(row => {
    const name = row.model.toLowerCase();
    return words.every(word => name.includes(word)) && isOfKind(row, kind, changed);
  });
}

function isOfKind(row: PriceTableRow, kind: string, changed: { has(model: string): boolean }): boolean {
  switch (kind) {
    case 'used':
      return row.channels > 0;
    case 'unpriced':
      return !row.priced && row.channels > 0;
    case 'overridden':
      return row.changed.length > 0 || row.rule !== undefined;
    case 'drafted':
      return changed.has(row.model);
    default:
      return true;
  }
}
