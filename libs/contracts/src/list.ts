function parts(text: string, separator: RegExp): string[] {
  return [
    ...new Set(
      text
        .split(separator)
        .map(part => part.trim())
        .filter(part => part !== ''),
    ),
  ];
}

/** The parts of a comma list in written order: trimmed, without empty parts and repetitions. */
export function splitList(text: string): string[] {
  return parts(text, /,/);
}

/** The lines of a text in written order: trimmed, without empty lines and repetitions. */
export function splitLines(text: string): string[] {
  return parts(text, /\r\n|\r|\n/);
}

/** A comma list of trimmed parts, without empty ones and repetitions. Parts must not contain a comma. */
export function joinList(items: Iterable<string>): string {
  return splitList([...items].join(',')).join(',');
}
