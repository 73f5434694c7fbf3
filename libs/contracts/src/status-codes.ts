const STATUS_MIN = 100;
const STATUS_MAX = 599;

/** The entries of a list such as `429, 500-599`. */
export function statusEntries(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(entry => entry !== '');
}

/** First and last status of an entry, which may be the same; null when it is none. */
function rangeOf(entry: string): readonly [number, number] | null {
  const match = /^(\d{3})(?:-(\d{3}))?$/.exec(entry);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  return first >= STATUS_MIN && first <= last && last <= STATUS_MAX ? [first, last] : null;
}

/** The first entry of a list that is neither a status nor a range of them; null when there is none. */
export function wrongStatusEntry(text: string): string | null {
  return statusEntries(text).find(entry => rangeOf(entry) === null) ?? null;
}

/** The statuses that a list names; entries that cannot be read name none. */
export function parseStatusCodes(text: string): ReadonlySet<number> {
  const statuses = new Set<number>();
  for (const entry of statusEntries(text)) {
    const [first, last] = rangeOf(entry) ?? [1, 0];
    for (let status = first; status <= last; status++) statuses.add(status);
  }
  return statuses;
}
