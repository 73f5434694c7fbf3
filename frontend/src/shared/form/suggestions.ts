/** A longer list would be too long to read, and slow to render. */
export const SUGGESTIONS_MAX = 50;

interface SuggestionQuery {
  readonly text: string;
  readonly options: readonly string[];
  /** The chosen names, which are not offered again. */
  readonly values: readonly string[];
  /** The label of an option on screen, which is searched too. Default: the option itself. */
  readonly labelOf?: (option: string) => string;
}

function asItIs(option: string): string {
  return option;
}

/** Options that contain the text, ignoring case; those that begin with it come first. */
export function suggestionsFor(query: SuggestionQuery): readonly string[] {
  const { text, options, values, labelOf = asItIs } = query;
  const chosen = new Set(values);
  const wanted = text.trim().toLowerCase();
  const namesOf = (option: string) => [option.toLowerCase(), labelOf(option).toLowerCase()];
  const contains = (option: string) => namesOf(option).some(name => name.includes(wanted));
  const matching = options.filter(option => !chosen.has(option) && contains(option));
  const begins = (option: string) => Number(namesOf(option).some(name => name.startsWith(wanted)));
  return matching.toSorted((left, right) => begins(right) - begins(left)).slice(0, SUGGESTIONS_MAX);
}
