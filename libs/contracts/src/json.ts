export type JsonObject = { readonly [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Finds out whether lists and objects are nested deeper than a number of levels. The parser takes any depth, but code
 * that walks the value afterwards, even to write it again, would overflow the stack.
 */
export function isNestedDeeper(value: unknown, levelsMax: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levelsMax === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  return members.some(member => isNestedDeeper(member, levelsMax - 1));
}
