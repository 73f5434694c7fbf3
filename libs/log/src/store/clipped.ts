/** The text as it fits a column: one that is too long must shorten the log, never undo the charge beside it. */
export function clipped(text: string | undefined, lengthMax: number): string {
  if (!text) return '';
  return text.length > lengthMax ? Array.from(text).slice(0, lengthMax).join('') : text;
}
