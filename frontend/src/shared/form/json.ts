/** Whether a text is JSON; empty text counts as JSON when `isEmptyAllowed`. */
export function isJson(text: string, { isEmptyAllowed }: { readonly isEmptyAllowed: boolean }): boolean {
  if (text.trim() === '') return isEmptyAllowed;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that it does not parse is the answer
  }
}

/** JSON with two spaces; the text itself when it is no JSON, so that nothing typed is ever lost. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // shown as it is, and reported by the field's own check
  }
}

/** Whether a text is a JSON object whose values all are of one type. */
export function isJsonObjectOf(text: string, type: 'string' | 'number'): boolean {
  if (!isJson(text, { isEmptyAllowed: false })) return false;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(item => typeof item === type);
}
