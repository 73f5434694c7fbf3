/**
 * A part of a URL path with its escapes decoded; unchanged when they are malformed, since a name may hold a bare
 * percent sign.
 */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
