import { type Fields } from './fields';

/**
 * The request to store an answer can only be kept by the provider of the caller's own format: elsewhere the answer would lie
 * under an id that the caller never hears of. So it has no place; the request to store nothing has one.
 */
export function readStore(fields: Fields, extraFields: Set<string>): false | undefined {
  const store = fields.boolean('store');
  if (store === true) extraFields.add('store');
  return store === false ? store : undefined;
}
