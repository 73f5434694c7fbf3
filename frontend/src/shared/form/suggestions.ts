/** More would be a list nobody reads, and slow to draw. */
const SUGGESTIONS_MAX = 50;

export interface SuggestionQuery {
  readonly text: string;
  readonly options: readonly string[];
  /** Chosen already, so not offered again. */
  readonly values: readonly string[];
}

/** Options that contain the text, ignoring case; those that begin with it first. */
export function suggestionsFor({ text, options, values }: SuggestionQuery): readonly string[] {
  const chosen = new Set(values);
  const wanted = text.trim().toLowerCase();
  const matching = options.filter(option => !chosen.has(option) && option.toLowerCase().includes(wanted));
  const begins = (option: string) => Number(option.toLowerCase().startsWith(wanted));
  return matching.toSorted((left, right) => begins(right) - begins(left)).slice(0, SUGGESTIONS_MAX);
}
