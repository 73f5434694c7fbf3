import { type DroppedFields, isJsonObject } from '@formats';
import { type BodyDraft } from './body-draft';

/**
 * Removes `web_search_options` from a body, for providers with their own switch for a search. The details of the search
 * cannot be expressed there and become a dropped field.
 *
 * @returns true when the caller requests a search
 */
export function takeSearchOptions(draft: BodyDraft, dropped: DroppedFields): boolean {
  const options = draft.fields.web_search_options;
  draft.drop('web_search_options');
  if (!isJsonObject(options)) return false;
  if (Object.keys(options).length > 0) dropped.add('web_search_options');
  return true;
}
