import { type DroppedFields, asList, asText, at } from '@formats';
import { changeMessages, flattenText } from './adapt-messages';
import { type BodyDraft } from './body-draft';

/** Removes fields that a provider refuses, and names those that were present and had an effect. */
export function dropFields(draft: BodyDraft, dropped: DroppedFields, ...names: readonly string[]): void {
  for (const name of names) if (draft.has(name) && !isKeptAnyway(draft, name)) dropped.add(name);
  draft.drop(...names);
}

/** Without storage at the provider, a request to store nothing is fulfilled anyway. */
function isKeptAnyway(draft: BodyDraft, name: string): boolean {
  return name === 'store' && draft.fields[name] === false;
}

/** Fields of newer OpenAI models; other providers refuse them or ignore them. */
export const OPENAI_ONLY_FIELDS = [
  'verbosity',
  'service_tier',
  'store',
  'metadata',
  'prompt_cache_key',
  'modalities',
  'audio',
  'logit_bias',
] as const;

/**
 * Raises a number below `min` and lowers one above `max`. A changed number is named, because the caller's value is only
 * approximated; a value that is no number stays, and the provider may refuse it.
 */
export function clampField(
  draft: BodyDraft,
  dropped: DroppedFields,
  name: string,
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
): void {
  const value = draft.fields[name];
  if (typeof value !== 'number') return;
  const kept = Math.min(Math.max(value, min), max);
  if (kept === value) return;
  dropped.add(name);
  draft.set(name, kept);
}

/** Removes the provider's search, which the chat format requests outside the tools. */
export function loseSearch(draft: BodyDraft, dropped: DroppedFields): void {
  if (draft.has('web_search_options')) dropped.add('tools.web_search');
  draft.drop('web_search_options');
}

/** Joins the text parts of all messages for models that read text only, and names all other parts. */
export function flattenMessages(draft: BodyDraft, dropped: DroppedFields): void {
  changeMessages(draft, message => {
    for (const part of asList(message.content)) {
      const type = asText(at(part, 'type')) || 'text';
      if (type !== 'text') dropped.add(`message.${type}`);
    }
    return flattenText(message);
  });
}
