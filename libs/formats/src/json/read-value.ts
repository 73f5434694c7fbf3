import { isJsonObject, type JsonObject } from '@contracts';

/* Reads values whose shape others decide: never throws, and checks every type. */

export { isJsonObject, type JsonObject };

/** The object, or null for any other value. */
export function asRecord(value: unknown): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

/** The array, or an empty one for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or an empty one for any other value. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value of a JSON text, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // upstreams send HTML and truncated texts; the caller treats them like a body without fields
  }
}

/**
 * Follows own properties and list positions: `at(answer, 'errors', 0, 'message')`; undefined when any step is missing.
 */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof step === 'number') current = asList(current)[step];
    else if (isJsonObject(current) && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}
