import { type JsonObject, asList, asText, isJsonObject } from '../json/read-value';

const DEPTH_MAX = 40;
/** Counts that the provider's JSON may write as text, because they are 64-bit numbers. */
const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'] as const;

/**
 * Reads a schema in the provider's form ('Schema' in the reference of generateContent, an OpenAPI subset with
 * upper-case types) as JSON Schema with lower-case types. `propertyOrdering` becomes the order of the properties.
 */
export function schemaFromGemini(value: unknown, depth = 0): JsonObject {
  if (!isJsonObject(value) || depth > DEPTH_MAX) return {};
  const { type, nullable, format, items, properties, anyOf, propertyOrdering, example, ...rest } = camelKeys(value);
  const schema: Record<string, unknown> = {};
  const name = asText(type).toLowerCase();
  const isNullable = nullable === true;
  if (name !== '' && name !== 'type_unspecified') schema.type = isNullable ? [name, 'null'] : name;
  else if (Array.isArray(type)) schema.type = asList(type).map(entry => asText(entry).toLowerCase());
  Object.assign(schema, rest);
  if (format !== undefined && format !== 'enum') schema.format = format;
  for (const key of COUNTS) if (typeof schema[key] === 'string') schema[key] = Number(schema[key]);
  if (isNullable && Array.isArray(schema.enum)) schema.enum = [...asList(schema.enum), null];
  if (items !== undefined) schema.items = schemaFromGemini(items, depth + 1);
  if (isJsonObject(properties)) schema.properties = propertiesFrom(properties, propertyOrdering, depth);
  if (Array.isArray(anyOf)) {
    const choices = asList(anyOf).map(entry => schemaFromGemini(entry, depth + 1));
    schema.anyOf = isNullable && name === '' ? [...choices, { type: 'null' }] : choices;
  }
  if (example !== undefined) schema.examples = [example];
  return schema;
}

function propertiesFrom(properties: JsonObject, ordering: unknown, depth: number): JsonObject {
  const ordered = asList(ordering).map(asText);
  const names = [...new Set([...ordered, ...Object.keys(properties)])].filter(key => Object.hasOwn(properties, key));
  return Object.fromEntries(names.map(key => [key, schemaFromGemini(properties[key], depth + 1)]));
}

/** The provider accepts its own keywords in snake case, too. */
function camelKeys(schema: JsonObject): JsonObject {
  const camel = (key: string): string => key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [camel(key), value]));
}
