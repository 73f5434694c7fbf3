import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';

const DEPTH_MAX = 64;

/** Keywords that the provider's constrained output cannot check; they are described in words instead. */
const UNCHECKED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
] as const;

const FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Look-around, back references and word boundaries in patterns. */
const COMPLEX_PATTERN = /\(\?[=!<]|\\[1-9bB]/;

/** Keys whose values are schemas by name, schemas in a list, or one schema. */
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties'] as const;
const LISTED = ['anyOf', 'allOf', 'prefixItems'] as const;
const SINGLE = ['items', 'not', 'if', 'then', 'else', 'contains'] as const;

/**
 * Rewrites a schema for the provider's structured output: objects are closed, `oneOf` becomes `anyOf`, and rules that
 * cannot be checked move into the description. Source: 'Structured outputs' of Anthropic's documentation, read 2026-08.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  return strict(schema, 0);
}

function strict(schema: JsonObject, depth: number): JsonObject {
  if (depth > DEPTH_MAX) return schema;
  const copy: Record<string, unknown> = { ...schema };
  const removed = UNCHECKED.flatMap(key => take(copy, key));
  if (typeof copy.minItems === 'number' && copy.minItems > 1) removed.push(...take(copy, 'minItems'));
  if (COMPLEX_PATTERN.test(asText(copy.pattern))) removed.push(...take(copy, 'pattern'));
  if (copy.format !== undefined && !FORMATS.has(copy.format)) removed.push(...take(copy, 'format'));
  if (copy.oneOf !== undefined) {
    copy.anyOf ??= copy.oneOf;
    delete copy.oneOf;
  }
  for (const key of NAMED) {
    const named = asRecord(copy[key]);
    if (named) copy[key] = mapValues(named, value => strictOrSame(value, depth));
  }
  for (const key of LISTED) {
    const listed = copy[key];
    if (Array.isArray(listed)) copy[key] = listed.map(value => strictOrSame(value, depth));
  }
  for (const key of SINGLE) if (isJsonObject(copy[key])) copy[key] = strictOrSame(copy[key], depth);
  if (copy.type === 'object' || isJsonObject(copy.properties)) copy.additionalProperties = false;
  if (removed.length > 0) {
    copy.description = [asText(copy.description), `(${removed.join(', ')})`].filter(part => part !== '').join(' ');
  }
  return copy;
}

function strictOrSame(value: unknown, depth: number): unknown {
  return isJsonObject(value) ? strict(value, depth + 1) : value;
}

function take(schema: Record<string, unknown>, key: string): string[] {
  const value = schema[key];
  if (value === undefined) return [];
  delete schema[key];
  return [`${key}: ${JSON.stringify(value)}`];
}

function mapValues(record: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The schema of a tool's input, which must be an object. */
export function inputSchemaOf(parameters: JsonObject | undefined): JsonObject {
  if (!parameters) return { type: 'object', properties: {} };
  return parameters.type === 'object' ? parameters : { ...parameters, type: 'object' };
}

/** Tells whether a reference leads back to the place where it stands, which structured output refuses. */
export function isRecursive(schema: JsonObject): boolean {
  const edges = new Map<string, readonly string[]>();
  for (const key of ['$defs', 'definitions']) {
    for (const [name, value] of Object.entries(asRecord(schema[key]) ?? {})) {
      edges.set(`#/${key}/${name}`, referencesIn(value));
    }
  }
  const { $defs: _defs, definitions: _definitions, ...root } = schema;
  edges.set('#', referencesIn(root));
  return hasCycle(edges);
}

function referencesIn(value: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === '$ref' && typeof inner === 'string') found.push(inner);
    return inner;
  });
  return found;
}

/** Every edge is walked once, because a caller may send a hundred thousand definitions. */
function hasCycle(edges: ReadonlyMap<string, readonly string[]>): boolean {
  const done = new Set<string>();
  const onPath = new Set<string>();
  for (const start of edges.keys()) {
    const path = [{ name: start, next: 0 }];
    onPath.add(start);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const name = edges.get(step.name)?.[step.next++];
      if (name === undefined) {
        path.pop();
        onPath.delete(step.name);
        done.add(step.name);
      } else if (onPath.has(name)) return true;
      else if (!done.has(name)) {
        onPath.add(name);
        path.push({ name, next: 0 });
      }
    }
  }
  return false;
}
