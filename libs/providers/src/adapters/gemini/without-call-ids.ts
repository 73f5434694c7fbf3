import { type JsonObject, asList, isJsonObject } from '@formats';

const CALLS = ['functionCall', 'function_call', 'functionResponse', 'function_response'] as const;

/**
 * Returns a body as Vertex accepts it: without ids on calls and their results, and with a role on every content.
 * Returns the same object when nothing has to change.
 */
export function withoutCallIds(body: JsonObject): JsonObject {
  const contents = body.contents;
  if (!Array.isArray(contents)) return isJsonObject(contents) ? { ...body, contents: plainContent(contents) } : body;
  const changed = asList(contents).map(content => (isJsonObject(content) ? plainContent(content) : content));
  return changed.every((content, index) => content === asList(contents)[index]) ? body : { ...body, contents: changed };
}

function plainContent(content: JsonObject): JsonObject {
  const parts = content.parts;
  const hasRole = typeof content.role === 'string' && content.role !== '';
  const role = hasRole ? {} : { role: 'user' };
  const plain = Array.isArray(parts) ? asList(parts).map(plainPart) : parts;
  const isSame = !Array.isArray(plain) || plain.every((part, index) => part === asList(parts)[index]);
  if (isSame) return hasRole ? content : { ...content, ...role };
  return { ...content, ...role, parts: plain };
}

function plainPart(part: unknown): unknown {
  if (!isJsonObject(part)) return part;
  let plain: JsonObject = part;
  for (const key of CALLS) {
    const call = part[key];
    if (!isJsonObject(call) || !Object.hasOwn(call, 'id')) continue;
    const { id: _id, ...rest } = call;
    plain = { ...plain, [key]: rest };
  }
  return plain;
}
