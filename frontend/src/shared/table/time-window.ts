/** A span of time in Unix seconds, both ends included. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

/** The ends of a span as the address holds them: Unix seconds; empty is the usual end, 0 is unbounded. */
export interface WindowTexts {
  readonly start: string;
  readonly end: string;
}

/** A whole number of 0 or more; anything else in the address counts as not given. */
export function wholeNumberOr(text: string, fallback: number): number {
  const value = Number(text);
  return text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** The span that is in force. */
export function windowOf(texts: WindowTexts, usual: TimeWindow): TimeWindow {
  return {
    start: wholeNumberOr(texts.start, usual.start),
    end: wholeNumberOr(texts.end, usual.end),
  };
}
