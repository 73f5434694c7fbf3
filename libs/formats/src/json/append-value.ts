import { isJsonObject, type JsonObject } from './read-value';

/** Joins a field that comes in pieces: texts and lists are appended, other values replaced, and null changes nothing. */
export function appended(known: unknown, value: unknown): unknown {
  if (value === null) return known ?? null;
  if (typeof known === 'string' && typeof value === 'string') return known + value;
  if (!Array.isArray(known) || !Array.isArray(value)) return value;
  // The list is changed in place, since both were parsed for this answer only: copying it for every token would be
  // quadratic.
  for (const entry of value as unknown[]) (known as unknown[]).push(entry);
  return known;
}

/**
 * Joins a field that is sent again when more is known: the fields of an object are replaced one by one, other values as
 * a whole, and null changes nothing.
 */
export function updated(known: unknown, value: unknown): unknown {
  if (value === null) return known ?? null;
  if (!isJsonObject(known) || !isJsonObject(value)) return value;
  const merged = new Map(Object.entries(known));
  for (const [name, field] of Object.entries(value)) merged.set(name, field ?? merged.get(name) ?? null);
  return Object.fromEntries(merged) as JsonObject;
}
