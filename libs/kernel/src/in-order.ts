/**
 * Whether a word occurs in a text with a match of the expression somewhere after it. A single expression,
 * `first.*then`, would search the whole rest of the text again for every occurrence of the word.
 */
export function hasInOrder(text: string, first: string, then: RegExp): boolean {
  const at = text.indexOf(first);
  return at !== -1 && then.test(text.slice(at + first.length));
}
