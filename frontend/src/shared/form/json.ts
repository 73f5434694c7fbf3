/** True when a text is JSON; an empty text counts as JSON when `isEmptyAllowed`. */
export function isJson(text: string, { isEmptyAllowed }: { readonly isEmptyAllowed: boolean }): boolean {
  if (text.trim() === '') return isEmptyAllowed;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // a text that does not parse is no JSON
  }
}

/** JSON with two spaces of indentation; the text itself when it is no JSON, so that typed text is never lost. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // the text is shown unchanged, and the field's own check reports it
  }
}
