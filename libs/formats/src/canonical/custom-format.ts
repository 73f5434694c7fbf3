import { type JsonObject, isJsonObject } from '../json/read-value';

/*
 * The format of a custom tool's text is `{type:"text"}` or a grammar. The Responses API, like the canonical form, has
 * the grammar's `syntax` and `definition` next to its type; chat completions have them one level deeper, under
 * `grammar`.
 */

export function flatFormat(format: JsonObject): JsonObject {
  const { grammar, ...rest } = format;
  return isJsonObject(grammar) ? { ...rest, ...grammar } : format;
}

export function nestedFormat(format: JsonObject): JsonObject {
  const { type, ...grammar } = flatFormat(format);
  return type === 'grammar' ? { type, grammar } : format;
}
