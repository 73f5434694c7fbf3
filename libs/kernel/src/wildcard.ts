/** Whether a text fits a pattern in which `*` is any text. */
export function fitsPattern(pattern: string, text: string): boolean {
  return fits(pattern.split('*'), text);
}

/** Compares piece by piece from the left: an expression with many stars could take very long. */
function fits(pieces: readonly string[], name: string): boolean {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1 || found + piece.length > name.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
