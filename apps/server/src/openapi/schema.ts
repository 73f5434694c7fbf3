/** A JSON schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = { readonly [keyword: string]: unknown };

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation, as far as the product says it. Source: OpenAPI Specification 3.1.1, "Operation Object". */
export interface Operation {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function jsonContent(schema: Schema): Schema {
  return { 'application/json': { schema } };
}
