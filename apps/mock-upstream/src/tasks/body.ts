import { type MockCall } from '../call/mock-call';

/** The fields of a body; empty when the body is not an object. */
export type BodyFields = Readonly<Record<string, unknown>>;

export function fieldsOf(call: MockCall): BodyFields {
  const { body } = call;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? (body as BodyFields) : {}; // any object of JSON has names and unknown values
}

/** The text of a field; empty when it is missing or something else. */
export function textOf(fields: BodyFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** The texts of a list; numbers are written as texts, and other values are left out. */
export function textsOf(fields: BodyFields, name: string): readonly string[] {
  const value = fields[name];
  if (!Array.isArray(value)) return [];
  return value.filter(item => typeof item === 'string' || typeof item === 'number').map(String);
}

/** The key behind `Bearer`; empty when there is none. */
export function bearerOf(call: MockCall): string {
  return /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
}
