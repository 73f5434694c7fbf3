/**
 * Whether a word stands in a text and something else somewhere behind it. One expression for both, `first.*then`, would
 * look at the whole rest of the text again for every time that the word comes.
 */
export function hasInOrder(text: string, first: string, then: RegExp): boolean {
  const at = text.indexOf(first);
  return at !== -1 && then.test(text.slice(at + first.length));
}
