/** A spreadsheet would run a cell that begins with one of these. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Tells spreadsheets that the file is UTF-8; stands at its very beginning. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One value of a CSV file: quoted, and never a formula. Plain negative numbers stay numbers. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = FORMULA_START.test(text) && !NUMBER.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** One line with its end, as RFC 4180 writes it. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
