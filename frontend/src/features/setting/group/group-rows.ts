/** A row of a group editor: its name, and in most editors a value. */
export interface GroupRow {
  readonly name: string;
  readonly value: string;
}

export const emptyRow: GroupRow = { name: '', value: '' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a damaged option is shown as empty and can be filled again
  }
}

/** The rows of an object option: each name with its value as text. */
export function rowsOfMap(text: string): readonly GroupRow[] {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, entry]) => ({ name, value: String(entry) }));
}

/** The rows of a list option, which have only names. */
export function rowsOfList(text: string): readonly GroupRow[] {
  const value = parse(text);
  return Array.isArray(value) ? value.map(name => ({ name: String(name), value: '' })) : [];
}

function filled(rows: readonly GroupRow[]): readonly GroupRow[] {
  return rows
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' && value !== '');
}

/** Maps groups to labels as JSON; rows with an empty half are dropped. */
export function toTextMap(rows: readonly GroupRow[]): string {
  return JSON.stringify(Object.fromEntries(filled(rows).map(({ name, value }) => [name, value])));
}

/**
 * Maps groups to ratios as JSON; rows with an empty half are dropped. Null when a ratio is not a number of at least 0.
 */
export function toRatioMap(rows: readonly GroupRow[]): string | null {
  const pairs = filled(rows).map(({ name, value }) => [name, Number.parseFloat(value)] as const);
  const isFine = pairs.every(([, ratio]) => Number.isFinite(ratio) && ratio >= 0);
  return isFine ? JSON.stringify(Object.fromEntries(pairs)) : null;
}

/** The names as a JSON list, each once, without empty ones. */
export function toNameList(rows: readonly GroupRow[]): string {
  return JSON.stringify([...new Set(rows.map(({ name }) => name.trim()).filter(name => name !== ''))]);
}
