/** A spreadsheet would run a cell that begins with one of these. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One value of a CSV file: quoted, and never a formula. Plain negative numbers stay numbers. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = FORMULA_START.test(text) && !NUMBER.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** A whole file. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + rows.map(row => row.map(csvCell).join(',')).join('\r\n');

/** Hands a text to the reader as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
