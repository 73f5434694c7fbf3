import { type Fields } from './fields';

/**
 * Reads `store`. Only the provider of the caller's own format can usefully store an answer: elsewhere the answer would
 * lie under an id that the caller never receives. So `true` counts as an extra field, while `false` is kept.
 */
export function readStore(fields: Fields, extraFields: Set<string>): false | undefined {
  const store = fields.boolean('store');
  if (store === true) extraFields.add('store');
  return store === false ? store : undefined;
}
