import { AppError, parseFraction, ZERO, type Fraction } from '@kernel';

/** What a supplier asks for the calls of one model on one day. */
export interface BillLine {
  readonly day: string;
  readonly model: string;
  /** Money. */
  readonly amount: Fraction;
}

type BillColumn = 'day' | 'model' | 'amount';

/** How suppliers call the columns, in lower case and without signs. */
const NAMES: Readonly<Record<BillColumn, readonly string[]>> = {
  day: ['date', 'day', 'usagedate', 'billingdate', 'starttime', 'time', 'timestamp', '日期'],
  model: ['model', 'modelname', 'modelid', 'sku', 'lineitem', 'product', 'service', '模型'],
  amount: [
    'amount',
    'cost',
    'amountvalue',
    'costusd',
    'total',
    'totalcost',
    'price',
    'charge',
    'spend',
    '金额',
    '费用',
  ],
};
const SEPARATORS = [',', ';', '\t'];
const LINES_MAX = 200_000;

/**
 * Reads a bill: a CSV file whose first line names the columns. Amounts may have a sign of money and commas between
 * thousands.
 *
 * @throws AppError BILL_COLUMNS where a column is missing, BILL_LINE for a line that cannot be read
 */
export function readBill(text: string): readonly BillLine[] {
  const rows = readCsv(text.replace(/^\uFEFF/, ''));
  const [head = []] = rows;
  const names = head.map(name => name.toLowerCase().replace(/[^\p{L}]/gu, ''));
  const placeOf = (column: BillColumn) => {
    const place = NAMES[column].map(name => names.indexOf(name)).find(at => at >= 0);
    if (place === undefined) throw new AppError('BILL_COLUMNS');
    return place;
  };
  const [day, model, amount] = [placeOf('day'), placeOf('model'), placeOf('amount')];
  return rows.slice(1, LINES_MAX).flatMap((cells, at): readonly BillLine[] => {
    if (cells.every(cell => cell.trim() === '')) return [];
    const line = at + 2;
    return [
      {
        day: dayOf(cells[day] ?? '', line),
        model: (cells[model] ?? '').trim(),
        amount: amountOf(cells[amount] ?? '', line),
      },
    ];
  });
}

function dayOf(text: string, line: number): string {
  const [, year, month, day] = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
  if (!year || !month || !day) throw new AppError('BILL_LINE', { params: { line } });
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function amountOf(text: string, line: number): Fraction {
  const digits = text.replace(/[$€£¥\s]/g, '').replace(/,(?=\d{3}(\D|$))/g, '');
  if (digits === '') return ZERO;
  if (!/^-?(\d+(\.\d*)?|\.\d+)(e-?\d{1,3})?$/i.test(digits)) throw new AppError('BILL_LINE', { params: { line } });
  return parseFraction(digits);
}

/** The cells of a CSV text; quoted ones may hold separators, quotes and line breaks. */
function readCsv(text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = SEPARATORS.find(sign => first.includes(sign)) ?? ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  rows.at(-1)?.push(cell);
  return rows;
}
