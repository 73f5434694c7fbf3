/** What OpenAPI 3.1.1 asks of a document, of the parts that ours has. Source: the OpenAPI Specification, section 4. */
const STATUS = '^([1-5](\\d\\d|XX)|default)$';
const REFERENCE = {
  type: 'object',
  properties: { $ref: { type: 'string', pattern: '^#/components/\\w+/\\w+$' } },
  required: ['$ref'],
  additionalProperties: false,
} as const;

function orReference(name: string) {
  return { if: { required: ['$ref'] }, then: REFERENCE, else: { $ref: `#/$defs/${name}` } };
}

function mapOf(of: object) {
  return { type: 'object', additionalProperties: of };
}

const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' } as const;
const text = { type: 'string', minLength: 1 } as const;

export const openApiMeta = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    openapi: { pattern: '^3\\.1\\.\\d+$' },
    info: {
      type: 'object',
      properties: { title: text, version: text, description: text },
      required: ['title', 'version'],
      additionalProperties: false,
    },
    servers: { type: 'array', items: { type: 'object', properties: { url: text }, required: ['url'] } },
    tags: { type: 'array', items: { type: 'object', properties: { name: text }, required: ['name'] } },
    paths: {
      type: 'object',
      patternProperties: { '^/': { $ref: '#/$defs/path' } },
      additionalProperties: false,
    },
    components: {
      type: 'object',
      propertyNames: { enum: ['schemas', 'responses', 'securitySchemes'] },
      properties: {
        schemas: { ...mapOf(schema), propertyNames: { pattern: '^[\\w.-]+$' } },
        responses: mapOf({ $ref: '#/$defs/response' }),
        securitySchemes: mapOf({ $ref: '#/$defs/way' }),
      },
    },
  },
  required: ['openapi', 'info', 'paths'],
  additionalProperties: false,
  $defs: {
    path: {
      type: 'object',
      propertyNames: { enum: ['get', 'put', 'post', 'delete', 'patch'] },
      additionalProperties: { $ref: '#/$defs/operation' },
    },
    operation: {
      type: 'object',
      properties: {
        operationId: text,
        summary: text,
        tags: { type: 'array', items: text },
        security: { type: 'array', items: mapOf({ type: 'array', items: text }) },
        parameters: { type: 'array', items: { $ref: '#/$defs/parameter' } },
        requestBody: {
          type: 'object',
          properties: { content: { $ref: '#/$defs/content' }, required: { type: 'boolean' } },
          required: ['content'],
          additionalProperties: false,
        },
        responses: {
          type: 'object',
          minProperties: 1,
          patternProperties: { [STATUS]: orReference('response') },
          additionalProperties: false,
        },
      },
      required: ['operationId', 'responses'],
      additionalProperties: false,
    },
    parameter: {
      type: 'object',
      properties: {
        name: text,
        in: { enum: ['path', 'query', 'header', 'cookie'] },
        required: { type: 'boolean' },
        schema,
      },
      required: ['name', 'in', 'schema'],
      additionalProperties: false,
      if: { properties: { in: { const: 'path' } } },
      then: { properties: { required: { const: true } }, required: ['required'] },
    },
    response: {
      type: 'object',
      properties: {
        description: text,
        headers: mapOf({ type: 'object', properties: { description: text, schema }, required: ['schema'] }),
        content: { $ref: '#/$defs/content' },
      },
      required: ['description'],
      additionalProperties: false,
    },
    content: {
      type: 'object',
      propertyNames: { pattern: '^\\w+/[\\w.*+-]+$' },
      additionalProperties: {
        type: 'object',
        properties: { schema },
        required: ['schema'],
        additionalProperties: false,
      },
    },
    way: {
      type: 'object',
      properties: { type: { enum: ['apiKey', 'http'] }, in: { enum: ['query', 'header', 'cookie'] }, scheme: text },
      required: ['type'],
    },
  },
} as const;
