import { type ResponseFormat } from '@formats';

/** The sentence that asks for a schema where a provider only knows "some JSON". */
export function schemaInstruction(schema: unknown): string {
  return `Answer with one JSON object that follows this JSON Schema: ${JSON.stringify(schema)}`;
}

/** The system text with the request for a schema behind it, if there is one. */
export function withSchema(system: string, format: ResponseFormat | undefined): string {
  if (format?.type !== 'schema') return system;
  return [system, schemaInstruction(format.schema)].filter(text => text !== '').join('\n\n');
}
