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
