import { AppError } from './errors/app-error';

export type JsonObject = { readonly [key: string]: unknown };

export interface JsonLimits {
  /** Largest text in bytes (UTF-8); required, since every body has a maximum. */
  readonly bytesMax: number;
  /** Deepest nesting; unchecked when absent. Needed when the value will be serialised again, which is recursive. */
  readonly depthMax?: number;
}

const OPENING = new Set([0x5b, 0x7b]); // [ and {
const CLOSING = new Set([0x5d, 0x7d]); // ] and }
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether arrays and objects are nested deeper than the limit; brackets inside strings do not count. */
function isDeeperThan(text: string, depthMax: number): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (isString) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) isString = false;
    } else if (character === QUOTE) isString = true;
    else if (OPENING.has(character)) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (CLOSING.has(character)) depth -= 1;
  }
  return false;
}

/**
 * Parses text or UTF-8 bytes.
 *
 * @throws AppError JSON_TOO_LARGE, JSON_TOO_DEEP or JSON_INVALID; the text itself never enters the error
 */
export function parseJson(source: string | Uint8Array, limits: JsonLimits): unknown {
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > limits.bytesMax) throw new AppError('JSON_TOO_LARGE', { params: { limit: limits.bytesMax } });
  const text =
    typeof source === 'string'
      ? source
      : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('utf8');
  if (limits.depthMax !== undefined && isDeeperThan(text, limits.depthMax)) {
    throw new AppError('JSON_TOO_DEEP', { params: { limit: limits.depthMax } });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the text, which may be a prompt or a key.
    throw new AppError('JSON_INVALID');
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As parseJson, and JSON_INVALID unless the value is an object. */
export function parseJsonObject(source: string | Uint8Array, limits: JsonLimits): JsonObject {
  const value = parseJson(source, limits);
  if (!isJsonObject(value)) throw new AppError('JSON_INVALID');
  return value;
}

/** The parsed value, or undefined when it is not JSON or too large. For texts whose badness is an ordinary answer. */
export function findJson(source: string | Uint8Array, limits: JsonLimits): unknown {
  try {
    return parseJson(source, limits);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
