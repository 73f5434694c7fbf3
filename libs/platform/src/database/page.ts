/** A page request after its limits were applied. */
export interface PageRequest {
  /** Number of rows to skip. */
  readonly skip: number;
  /** Number of rows to read, 1 to 100. */
  readonly take: number;
}

const SIZE_DEFAULT = 10;
const SIZE_MAX = 100;

/**
 * @param page as sent; missing, negative and unreadable values mean the first page
 * @param size as sent; missing, unreadable, zero and negative values mean 10, more than 100 means 100
 * @param base number of the first page: 0 for most lists, 1 for the logs (where 0 also means the first)
 */
export function pageRequest(page: unknown, size: unknown, base: 0 | 1 = 0): PageRequest {
  const number = wholeNumber(page) ?? base;
  const wanted = wholeNumber(size) ?? SIZE_DEFAULT;
  const take = wanted <= 0 ? SIZE_DEFAULT : Math.min(wanted, SIZE_MAX);
  return { take, skip: Math.max(0, number - base) * take };
}

function wholeNumber(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && Math.abs(number) < 1e9 ? number : null;
}

/** Escapes the wildcards of LIKE; use with `ESCAPE '!'`. */
export function likeText(text: string): string {
  return text.replace(/[!%_]/g, character => `!${character}`);
}
