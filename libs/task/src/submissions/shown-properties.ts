import { type JsonObject } from '@kernel';

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
