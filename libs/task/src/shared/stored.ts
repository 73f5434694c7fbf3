import { findJson, isJsonObject, type JsonObject } from '@kernel';
import { type TaskRow } from '../engine/task-platform';

const JSON_BYTES_MAX = 4 * 1024 * 1024;
const TEXT_LENGTH_MAX = 4000;
const LIST_LENGTH_MAX = 50;
const DEPTH_MAX = 5;

/**
 * The request's properties for the console. Images inside the body are named but not stored, and long texts are cut.
 */
export function toProperties(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortened(value, 0)]));
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    if (isInlineFile(value)) return '[file]';
    return value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, LIST_LENGTH_MAX).map(item => shortened(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner, depth + 1)]));
}

/** A data address, or a text of only base64 that is longer than any id. */
function isInlineFile(text: string): boolean {
  return /^data:[^,]{0,200},/.test(text) || (text.length > 80 && /^[A-Za-z0-9+/=_\r\n-]+$/.test(text.slice(0, 1000)));
}

/** The stored properties of a request; empty when the row cannot be parsed. */
export function propertiesOf(row: Pick<TaskRow, 'properties'>): JsonObject {
  return objectFrom(row.properties);
}

/** The stored data of the upstream's last report. */
export function dataOf(row: Pick<TaskRow, 'data'>): unknown {
  return row.data === '' ? null : (findJson(row.data, { bytesMax: JSON_BYTES_MAX }) ?? null);
}

/** The stored data of the upstream's last report; an empty object when it is not an object. */
export function dataObjectOf(row: Pick<TaskRow, 'data'>): JsonObject {
  return objectFrom(row.data);
}

function objectFrom(text: string): JsonObject {
  const value = text === '' ? null : findJson(text, { bytesMax: JSON_BYTES_MAX });
  return isJsonObject(value) ? value : {};
}

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
