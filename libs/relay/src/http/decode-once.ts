/** A part of an address without its escapes; as it is when they are broken, since a name may hold a bare percent sign. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
