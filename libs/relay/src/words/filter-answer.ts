import { chatFormats, type ChatAnswer } from '@providers';
import type { JsonAnswer } from '../deliver/read-json-answer';
import type { RelayCall } from '../relay-call';
import type { FilterSettings } from './choice-filter';
import { filterCompletionBody } from './completion-chunks';
import { filterAnswer } from './completion-filter';

/** An answer that came whole, in the caller's own format. */
export interface WholeBody {
  readonly body: Buffer;
  readonly json: JsonAnswer;
}

/**
 * What becomes of a whole answer in the caller's own format: it stays as it is, its body changes, or, where words of a
 * chat were hidden, it is written anew.
 */
export type FilteredBody =
  { readonly kind: 'body'; readonly body: Buffer } | { readonly kind: 'answer'; readonly chat: ChatAnswer };

export function filterBody(call: RelayCall, { body }: WholeBody, settings: FilterSettings): FilteredBody {
  if (call.endpoint === 'completions') return { kind: 'body', body: filterCompletionBody(body, settings) };
  if (call.endpoint !== 'chat') return { kind: 'body', body };
  const answer = chatFormats[call.format].readAnswer(JSON.parse(body.toString('utf8')) as unknown);
  const shown = filterAnswer(answer, settings);
  return shown === answer ? { kind: 'body', body } : { kind: 'answer', chat: shown };
}
