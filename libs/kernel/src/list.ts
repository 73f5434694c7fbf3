const parts = (text: string, separator: RegExp): string[] => [
  ...new Set(
    text
      .split(separator)
      .map(part => part.trim())
      .filter(part => part !== ''),
  ),
];

/** Parts of a comma list in written order: trimmed, without empty ones and repetitions. */
export const splitList = (text: string): string[] => parts(text, /,/);

/** Lines of a text, treated likewise. */
export const splitLines = (text: string): string[] => parts(text, /\r\n|\r|\n/);

/** A comma list of trimmed parts, without empty ones and repetitions. Parts must not contain a comma. */
export const joinList = (items: Iterable<string>): string => splitList([...items].join(',')).join(',');
