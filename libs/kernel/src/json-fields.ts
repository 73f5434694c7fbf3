import { isJsonObject, type JsonObject } from './json';

/** The trimmed text of a field. Numbers become text, and every other value counts as absent. */
export function textIn(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** The first text that is not empty. */
export function firstText(fields: JsonObject, ...names: readonly string[]): string {
  return names.map(name => textIn(fields, name)).find(text => text !== '') ?? '';
}

/** A number, or a text that is one; null for every other value. */
export function numberIn(fields: JsonObject, name: string): number | null {
  const text = textIn(fields, name);
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : null;
}

/** The object in a field; an empty one when there is none. */
export function objectIn(fields: JsonObject, name: string): JsonObject {
  const value = fields[name];
  return isJsonObject(value) ? value : {};
}

export function listIn(fields: JsonObject, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Whether the field has a value. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The fields without the named ones. */
export function without(fields: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The fields that have a value. */
export function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}
