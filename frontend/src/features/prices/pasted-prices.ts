import { priceTableKeys, type PriceTableKey, type PriceTableRow } from '@contracts';
import { changesFor, drafted, type CellChange, type PriceView } from './price-draft';
import { readPrice } from './price-number';

/** Why a line of a spreadsheet was not taken. */
export interface PasteFault {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly text: string;
  readonly why: 'no_model' | 'not_a_number' | 'too_large' | 'no_input' | 'no_column';
}

interface PastedPrices {
  readonly changes: readonly CellChange[];
  readonly faults: readonly PasteFault[];
  readonly models: number;
}

interface PasteContext {
  readonly rows: readonly PriceTableRow[];
  readonly view: PriceView;
  readonly quotaPerUnit: number;
  /** What the columns are called; the keys of the options are known too. */
  readonly headers: Readonly<Record<PriceTableKey, string>>;
}

const LINES_MAX = 10_000;
const TEXT_SHOWN = 60;
/** A column to pass over. */
type PasteColumn = PriceTableKey | null;

function columnOf(header: string, headers: PasteContext['headers']): PasteColumn {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const name = plain(header);
  return priceTableKeys.find(key => plain(key) === name || plain(headers[key]) === name) ?? null;
}

/** The columns of the first line, or those of the table where the first line holds prices already. */
function columnsIn(first: readonly string[], headers: PasteContext['headers']) {
  const named = first.slice(1).map(header => columnOf(header, headers));
  if (named.some(column => column !== null)) return { columns: named, isHeader: true };
  return { columns: priceTableKeys as readonly PasteColumn[], isHeader: false };
}

/**
 * Reads cells as spreadsheets copy them: a model in the first column, prices in the others, tabs between. A first line
 * may name the columns; an empty cell changes nothing.
 */
export function readPasted(text: string, context: PasteContext): PastedPrices {
  const lines = text
    .split(/\r?\n/)
    .slice(0, LINES_MAX)
    .map(line => line.split('\t').map(cell => cell.trim()));
  const { columns, isHeader } = columnsIn(lines[0] ?? [], context.headers);
  const known = new Map(context.rows.map(row => [row.model, row]));
  const faults: PasteFault[] = [];
  const changes: CellChange[] = [];
  const models = new Set<string>();
  lines.forEach((cells, at) => {
    const fault = (why: PasteFault['why']) =>
      faults.push({ line: at + 1, text: cells.join(' ').slice(0, TEXT_SHOWN), why });
    const [model = '', ...numbers] = cells;
    if ((at === 0 && isHeader) || cells.every(cell => cell === '')) return;
    if (model === '') return fault('no_model');
    if (numbers.length === 0) return fault('no_column');
    const row = known.get(model) ?? { model, channels: 0, priced: false, set: {}, standard: {}, changed: [] };
    const taken = lineChanges(
      row,
      columns.map((key, column) => ({ key, text: numbers[column] ?? '' })),
      context,
    );
    if (typeof taken === 'string') return fault(taken);
    changes.push(...taken);
    if (taken.length > 0) models.add(model);
  });
  return { changes, faults, models: models.size };
}

/** The changes of one line; later columns build on the earlier ones, so that the input comes before what it multiplies. */
function lineChanges(
  row: PriceTableRow,
  cells: readonly { readonly key: PasteColumn; readonly text: string }[],
  { view, quotaPerUnit }: PasteContext,
): readonly CellChange[] | PasteFault['why'] {
  let next = row;
  const taken = new Map<PriceTableKey, number | null>();
  for (const key of priceTableKeys) {
    const text = cells.find(cell => cell.key === key)?.text ?? '';
    if (text === '') continue;
    const number = readPrice(text);
    if (typeof number === 'string') return number;
    const changes = changesFor(next, { key, view, number, quotaPerUnit });
    if (changes === null) return 'no_input';
    for (const change of changes) {
      taken.set(change.key, change.value);
      next = drafted(next, { [change.key]: { before: null, value: change.value } });
    }
  }
  return [...taken].flatMap(([key, value]) =>
    value === (row.set[key] ?? null) ? [] : [{ model: row.model, key, value }],
  );
}
