import { schemaFromGemini } from './schema-from-gemini';
import { schemaToGemini } from './schema-to-gemini';

function inside(schema: unknown): unknown {
  return (schemaToGemini({ type: 'object', properties: { a: schema } }).schema as { properties: { a: unknown } })
    .properties.a;
}

describe('a schema for the provider', () => {
  it.each([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ const: 'x' }, { type: 'string', enum: ['x'] }],
    [{ enum: ['x', null] }, { type: 'string', enum: ['x'], nullable: true }],
    [
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: 'One of: 1, 2' },
    ],
    [
      { type: 'integer', const: 3, description: 'Pick.' },
      { type: 'integer', description: 'Pick. One of: 3' },
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
      { type: 'string', description: 'd', nullable: true },
    ],
    [
      {
        allOf: [{ type: 'object', properties: { x: { type: 'string' } }, required: ['x'] }, { properties: { y: {} } }],
      },
      { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } }, required: ['x'] },
    ],
    [
      { type: 'string', title: 't', default: 'x', examples: [], $schema: 's', $id: 'i', strict: true, maxLength: 3 },
      { type: 'string', maxLength: 3 },
    ],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [{ type: 'string', format: 'uri' }, { type: 'string' }],
    [
      { type: 'integer', format: 'int64' },
      { type: 'integer', format: 'int64' },
    ],
    [{ type: 'array' }, { type: 'array', items: { type: 'string' } }],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    [{ type: 'object' }, { type: 'string' }],
    [true, { type: 'string' }],
    [
      { type: 'object', properties: { x: { type: 'string' } }, required: ['x', 'gone'], additionalProperties: false },
      { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
    ],
  ])('is written from %j', (schema, expected) => {
    expect(inside(schema)).toEqual(expected);
  });

  it('has its references resolved, and recursion cut', () => {
    const node = { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } };
    const { schema, isExact } = schemaToGemini({ $ref: '#/$defs/node', $defs: { node } });
    expect(schema).toEqual({ type: 'object', properties: { name: { type: 'string' }, next: { type: 'object' } } });
    expect(isExact).toBe(false);
  });

  it.each([
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
    { anyOf: [{ $ref: '#/anyOf/0' }, { $ref: 'https://x.example/s' }] },
    { type: 'object', properties: { a: { allOf: [{ $ref: '#/properties/a' }, { $ref: '#' }] } } },
  ])('has a limited size, even from %j', schema => {
    expect(schemaToGemini(schema).isExact).toBe(false);
  });

  it('is absent for an object without properties', () => {
    expect(schemaToGemini({ type: 'object', properties: {} }).schema).toBeNull();
    expect(schemaToGemini({ $ref: '#/$defs/none', $defs: { none: { type: 'object' } } }).schema).toBeNull();
  });

  it.each([
    [{ type: 'string', title: 't', additionalProperties: false }, true],
    [{ type: 'number', exclusiveMinimum: 0 }, false],
    [{ type: 'object', patternProperties: {} }, false],
    [{ type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }, false],
  ])('from %j is exact: %s', (schema, isExact) => {
    expect(schemaToGemini({ type: 'object', properties: { a: schema } }).isExact).toBe(isExact);
  });
});

describe('a schema in the provider’s form', () => {
  it.each([
    [{ type: 'STRING' }, { type: 'string' }],
    [{ type: 'TYPE_UNSPECIFIED', description: 'd' }, { description: 'd' }],
    [
      { type: 'STRING', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ anyOf: [{ type: 'STRING' }], nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      { type: 'ARRAY', minItems: '1', max_items: '3', items: { type: 'INTEGER', format: 'int64' } },
      { type: 'array', minItems: 1, maxItems: 3, items: { type: 'integer', format: 'int64' } },
    ],
    [
      { type: 'STRING', format: 'enum', enum: ['a'], example: 'a' },
      { type: 'string', enum: ['a'], examples: ['a'] },
    ],
    ['odd', {}],
  ])('is read from %j', (schema, expected) => {
    expect(schemaFromGemini(schema)).toEqual(expected);
  });

  it('has its properties in the order of propertyOrdering', () => {
    const properties = { a: { type: 'STRING' }, some_b: { type: 'STRING' }, c: { type: 'STRING' } };
    const read = schemaFromGemini({ type: 'OBJECT', properties, propertyOrdering: ['c', 'some_b', 'gone'] });
    expect(Object.keys(read.properties as object)).toEqual(['c', 'some_b', 'a']);
    expect(read).not.toHaveProperty('propertyOrdering');
  });
});
