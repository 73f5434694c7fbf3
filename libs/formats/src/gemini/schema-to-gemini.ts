import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';

const DEPTH_MAX = 24;
/** A schema that is larger than this after its references were resolved is cut. */
const NODES_MAX = 5_000;
const LONG_LIST = 16;
/** JSON Schema has seven types. */
const TYPES_MAX = 8;

/** Keywords that the provider knows and that mean the same there. */
const KEPT = [
  'description',
  'nullable',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'pattern',
  'propertyOrdering',
] as const;

/** Keywords that restrict values and that the provider does not know. */
const NARROWING = [
  'patternProperties',
  'if',
  'then',
  'else',
  'not',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
] as const;

const FORMATS: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['enum', 'date-time']],
  ['integer', ['int32', 'int64']],
  ['number', ['float', 'double']],
]);

interface GeminiSchema {
  /** Null for an object without properties, for which the provider requires that there be no schema at all. */
  readonly schema: JsonObject | null;
  /** False when a restriction could not be expressed. */
  readonly isExact: boolean;
}

/**
 * Writes a JSON Schema as the provider's OpenAPI subset, which refuses every keyword that it does not know; source:
 * 'Schema' in the reference of generateContent, read 2026-08. Types stay in lower case: both cases are accepted.
 */
export function schemaToGemini(schema: JsonObject): GeminiSchema {
  const writer = new SchemaWriter(schema);
  const written = writer.write(schema, 0);
  const isEmptyObject = written.type === 'object' && !isJsonObject(written.properties);
  return { schema: isEmptyObject ? null : written, isExact: writer.isExact };
}

class SchemaWriter {
  isExact = true;
  private nodes = 0;
  /** True while the schema of a part is written, not that of the whole. */
  private isInside = false;
  /** References that are being resolved right now; one of them inside itself is a recursion. */
  private readonly open = new Set<string>();

  constructor(private readonly root: JsonObject) {}

  write(value: unknown, depth: number): JsonObject {
    this.nodes += 1;
    if (!isJsonObject(value)) return { type: 'string' };
    this.nodes += extraWeight(value);
    if (depth > DEPTH_MAX || this.nodes > NODES_MAX) return this.cut(value);
    const reference = value.$ref;
    if (typeof reference === 'string') return this.writeReference(value, reference, depth);
    if (Array.isArray(value.allOf)) return this.write(this.merged(value, asList(value.allOf)), depth + 1);
    return this.writeNode(value, depth);
  }

  private writeReference(value: JsonObject, reference: string, depth: number): JsonObject {
    const { $ref: _reference, ...beside } = value;
    const target = this.resolve(reference);
    if (target === null || this.open.has(reference)) return this.cut(beside);
    this.open.add(reference);
    const written = this.write({ ...target, ...beside }, depth + 1);
    this.open.delete(reference);
    return written;
  }

  /** Only references inside the same schema are resolved: nothing is fetched. */
  private resolve(reference: string): JsonObject | null {
    if (!reference.startsWith('#')) return null;
    const steps = reference.slice(1).split('/').slice(1);
    const found = at(this.root, ...steps.map(step => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')));
    return isJsonObject(found) ? found : null;
  }

  private cut(value: JsonObject): JsonObject {
    this.isExact = false;
    const description = value.description;
    return { type: 'object', ...(typeof description === 'string' && { description }) };
  }

  private merged({ allOf: _parts, ...base }: JsonObject, parts: readonly unknown[]): JsonObject {
    const sum = new Map<string, unknown>();
    const properties = new Map<string, unknown>();
    const required = new Set<unknown>();
    for (const part of [base, ...parts.filter(isJsonObject)]) {
      if (this.nodes > NODES_MAX) break; // the whole is cut
      const whole = this.expanded(part);
      this.nodes += 1 + extraWeight(whole);
      for (const [key, value] of Object.entries(whole)) sum.set(key, value);
      for (const [key, value] of Object.entries(record(whole.properties))) {
        properties.set(key, value);
        this.nodes += 1;
      }
      for (const name of asList(whole.required)) required.add(name);
    }
    if (properties.size > 0) sum.set('properties', Object.fromEntries(properties));
    if (required.size > 0) sum.set('required', [...required]);
    return Object.fromEntries(sum);
  }

  private expanded(part: JsonObject): JsonObject {
    const reference = part.$ref;
    const isOpen = typeof reference === 'string' && this.open.has(reference);
    return typeof reference === 'string' && !isOpen ? { ...this.resolve(reference), ...part, $ref: undefined } : part;
  }

  private writeNode(value: JsonObject, depth: number): JsonObject {
    if (NARROWING.some(key => value[key] !== undefined)) this.isExact = false;
    if (isJsonObject(value.additionalProperties)) this.isExact = false;
    const alternatives = value.anyOf ?? value.oneOf;
    if (Array.isArray(alternatives)) return this.writeAlternatives(value, asList(alternatives), depth);
    const given = Array.isArray(value.type) ? asList(value.type).map(asText) : [asText(value.type)];
    const types = [...new Set(given)].slice(0, TYPES_MAX);
    const named = types.filter(type => type !== 'null' && type !== '');
    const nullable = types.includes('null') ? { nullable: true } : {};
    if (named.length > 1) {
      const { description, ...each } = value;
      const anyOf = named.map(type => this.writeNode({ ...each, type }, depth));
      return { ...(typeof description === 'string' && { description }), anyOf, ...nullable };
    }
    const type = named[0]?.toLowerCase() ?? guessedType(value);
    return { ...this.writeTyped(value, type, depth), ...nullable };
  }

  private writeAlternatives(value: JsonObject, alternatives: readonly unknown[], depth: number): JsonObject {
    const { anyOf: _anyOf, oneOf: _oneOf, ...base } = value;
    const isNull = (entry: unknown): boolean => at(entry, 'type') === 'null';
    const choices = alternatives.filter(entry => !isNull(entry));
    const nullable = choices.length < alternatives.length ? { nullable: true } : {};
    if (choices.length === 1 && isJsonObject(choices[0])) {
      return { ...this.write({ ...base, ...choices[0] }, depth + 1), ...nullable };
    }
    if (choices.length === 0) return this.writeNode(base, depth);
    this.isInside = true;
    const kept = Object.fromEntries(KEPT.filter(key => Object.hasOwn(base, key)).map(key => [key, base[key]]));
    if (isJsonObject(base.properties)) this.isExact = false;
    return { ...kept, anyOf: choices.map(entry => this.write(entry, depth + 1)), ...nullable };
  }

  private writeTyped(value: JsonObject, type: string, depth: number): JsonObject {
    const kept = Object.fromEntries(KEPT.filter(key => value[key] !== undefined).map(key => [key, value[key]]));
    const format = asText(value.format);
    const schema: Record<string, unknown> = { type, ...kept };
    if (FORMATS.get(type)?.includes(format) === true) schema.format = format;
    if (type === 'object') return { ...schema, ...this.writeObject(value, depth) };
    if (type === 'array') return { ...schema, items: this.writeItems(value, depth) };
    return { ...schema, ...this.writeEnum(value, asText(schema.description)) };
  }

  private writeObject(value: JsonObject, depth: number): JsonObject {
    const given = Object.entries(record(value.properties));
    if (given.length === 0) {
      if (!this.isInside) return {};
      this.isExact = false;
      return { type: 'string' }; // an object with arbitrary keys can only be described in words
    }
    this.isInside = true;
    const properties = Object.fromEntries(given.map(([key, property]) => [key, this.write(property, depth + 1)]));
    const required = asList(value.required).filter(key => Object.hasOwn(properties, asText(key)));
    return { properties, ...(required.length > 0 && { required }) };
  }

  private writeItems(value: JsonObject, depth: number): JsonObject {
    this.isInside = true;
    const tuple = Array.isArray(value.items) ? value.items : value.prefixItems;
    if (!Array.isArray(tuple)) return this.write(value.items ?? {}, depth + 1);
    this.isExact = false;
    return this.write({ anyOf: asList(tuple) }, depth + 1);
  }

  /** Only texts can be listed; other values are described in words. */
  private writeEnum(value: JsonObject, description: string): JsonObject {
    const listed = value.const === undefined ? asList(value.enum) : [value.const];
    if (listed.length === 0) return {};
    const values = listed.filter(entry => entry !== null);
    const nullable = values.length < listed.length ? { nullable: true } : {};
    if (values.every(entry => typeof entry === 'string')) return { type: 'string', enum: values, ...nullable };
    this.isExact = false;
    const words = `One of: ${values.map(entry => JSON.stringify(entry)).join(', ')}`;
    return { description: description === '' ? words : `${description} ${words}`, ...nullable };
  }
}

/** A part with very long lists counts as several, because references may repeat it many times. */
function extraWeight(value: JsonObject): number {
  const lists = asList(value.required).length + asList(value.enum).length;
  return Math.floor((Object.keys(value).length + lists) / LONG_LIST);
}

function guessedType(value: JsonObject): string {
  if (isJsonObject(value.properties)) return 'object';
  if (value.items !== undefined || value.prefixItems !== undefined) return 'array';
  const sample = value.const ?? asList(value.enum).find(entry => entry !== null);
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number';
  return typeof sample === 'boolean' ? 'boolean' : 'string';
}

function record(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step; // a lone percent sign is part of the name
  }
}
