import { isJsonObject, isNestedDeeper, type JsonObject } from '@contracts';
import { AppError } from './errors/app-error';

export { isJsonObject, type JsonObject };

interface JsonLimits {
  /** Largest text in bytes (UTF-8); required, since every body has a maximum. */
  readonly bytesMax: number;
  /** Deepest nesting; unchecked when absent. Needed when the value will be serialised again, which is recursive. */
  readonly depthMax?: number;
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
  const value = parseText(text);
  if (limits.depthMax !== undefined && isNestedDeeper(value, limits.depthMax)) {
    throw new AppError('JSON_TOO_DEEP', { params: { limit: limits.depthMax } });
  }
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may be a prompt or a key.
    throw new AppError('JSON_INVALID');
  }
}

/** As parseJson, and JSON_INVALID unless the value is an object. */
export function parseJsonObject(source: string | Uint8Array, limits: JsonLimits): JsonObject {
  const value = parseJson(source, limits);
  if (!isJsonObject(value)) throw new AppError('JSON_INVALID');
  return value;
}

/** The parsed value, or undefined when the text is not JSON or too large. For texts that are often invalid. */
export function findJson(source: string | Uint8Array, limits: JsonLimits): unknown {
  try {
    return parseJson(source, limits);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
