import { type DroppedFields, isRecord } from '@formats';
import { type BodyDraft } from './body-draft';

/**
 * Takes `web_search_options` out of a body, for providers that have a switch of their own for the same; how to search cannot
 * be said there, and is named as lost.
 *
 * @returns whether the caller wants a search
 */
export function takeSearchOptions(draft: BodyDraft, dropped: DroppedFields): boolean {
  const options = draft.fields.web_search_options;
  draft.drop('web_search_options');
  if (!isRecord(options)) return false;
  if (Object.keys(options).length > 0) dropped.add('web_search_options');
  return true;
}
