/** Reading of values whose shape is somebody else's: never throws, never trusts. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

/** True for a plain JSON object; arrays and null are not. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or null for everything else. */
export function asRecord(value: unknown): UnknownRecord | null {
  return isRecord(value) ? value : null;
}

/** The array, or an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A value of JSON text, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // upstreams answer HTML and cut texts; the caller treats it like a body without fields
  }
}

/** Walks own properties and list places: `at(answer, 'errors', 0, 'message')`; undefined when any step is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof step === 'number') current = asList(current)[step];
    else if (isRecord(current) && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}
