/** A row as a driver returns it: 64-bit numbers may be texts, truths may be numbers, times may be dates. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** A whole number; 0 where the column is empty or missing. */
export function whole(row: SourceRow, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}

/** A number; 0 where the column is empty or missing. */
export function decimal(row: SourceRow, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** A text without the blanks that a column of fixed width adds; empty where the column is empty or missing. */
export function text(row: SourceRow, name: string): string {
  const value = row[name];
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Whether a column says yes, in the words of each database. */
export function truth(row: SourceRow, name: string): boolean {
  const value = row[name];
  return value === true || Number(value) === 1 || value === 'true' || value === 't';
}

/** A JSON object in a text column; empty where there is none. */
export function jsonObject(row: SourceRow, name: string): Readonly<Record<string, unknown>> {
  return parsedObject(text(row, name));
}

export function parsedObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, unknown>>)
      : {};
  } catch {
    return {};
  }
}

/** Unix seconds as milliseconds; what is not set, or never, stays as it is. */
export function secondsToMs(seconds: number): number {
  return seconds > 0 ? seconds * 1000 : seconds;
}

/** When a row was deleted, in milliseconds; null for a row that is not. */
export function deletedAtMs(row: SourceRow): number | null {
  const value = row.deleted_at;
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return secondsToMs(value);
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?)?/.exec(String(value as string)) ?? [];
  const atMs = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(atMs) ? 1 : atMs; // deleted, at a time that cannot be read
}

/** A text as it fits a column, counted in characters. */
export function fitting(value: string, lengthMax: number): string {
  const characters = Array.from(value);
  return characters.length <= lengthMax ? value : characters.slice(0, lengthMax).join('');
}
