import { isJsonObject } from '@kernel';

/** The value without the named fields at any depth. */
export function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(item => withoutNames(item, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, inner]) => [name, withoutNames(inner, names)]),
  );
}
