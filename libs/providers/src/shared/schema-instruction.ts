import { type ResponseFormat } from '@formats';

/** The instruction that describes a schema to a model whose provider has no schemas, only JSON. */
export function schemaInstruction(schema: unknown): string {
  return `Answer with one JSON object that follows this JSON Schema: ${JSON.stringify(schema)}`;
}

/** The system text with the instruction for a schema at its end, when a schema is requested. */
export function withSchema(system: string, format: ResponseFormat | undefined): string {
  if (format?.type !== 'schema') return system;
  return [system, schemaInstruction(format.schema)].filter(text => text !== '').join('\n\n');
}
