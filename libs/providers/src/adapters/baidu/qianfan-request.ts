import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { OPENAI_ONLY_FIELDS, clampField, dropFields } from '../../openai-compatible/drop-fields';
import { takeSearchOptions } from '../../openai-compatible/search-options';

/** Names of the 3.5 and 4.0 families; later families sample as OpenAI does. */
const OLD_FAMILY = /^ernie-(3|4\.0|speed|lite|tiny|char|novel)/i;

export function isOldFamily(model: string): boolean {
  return OLD_FAMILY.test(model);
}

/** The provider refuses a limit of a single token. */
const OUTPUT_TOKENS_MIN = 2;

const toSystem = renameRole({ developer: 'system' });

/**
 * Adapts a chat to the second generation, which is the OpenAI protocol with narrower numbers and a search of its own.
 */
export function adaptQianfanBody(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  clampField(draft, call.dropped, 'temperature', isOldFamily(draft.model) ? { min: 0.01, max: 1 } : { min: 0, max: 2 });
  clampField(draft, call.dropped, 'max_tokens', { min: OUTPUT_TOKENS_MIN });
  clampField(draft, call.dropped, 'max_completion_tokens', { min: OUTPUT_TOKENS_MIN });
  adaptPenalties(draft, call);
  adaptReasoning(draft);
  if (takeSearchOptions(draft, call.dropped) && !draft.has('web_search')) draft.set('web_search', { enable: true });
  if (isForeignChat(call)) {
    dropFields(draft, call.dropped, ...OPENAI_ONLY_FIELDS.filter(name => name !== 'metadata'));
  }
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
}

/** One score from 1 to 2 replaces both penalties; the caller's own score wins. */
function adaptPenalties(draft: BodyDraft, call: UpstreamCall): void {
  const names = ['presence_penalty', 'frequency_penalty'] as const;
  const penalties = names.map(name => draft.fields[name]).filter(value => typeof value === 'number');
  for (const name of names)
    if (typeof draft.fields[name] === 'number' && draft.fields[name] !== 0) call.dropped.add(name);
  draft.drop(...names);
  const penalty = Math.max(0, ...penalties);
  if (penalty > 0 && !draft.has('penalty_score')) draft.set('penalty_score', Math.min(1 + penalty / 2, 2));
}

function adaptReasoning(draft: BodyDraft): void {
  const effort = draft.fields.reasoning_effort;
  if (typeof effort !== 'string') return;
  draft.drop('reasoning_effort');
  if (!draft.has('enable_thinking')) draft.set('enable_thinking', effort !== 'none');
}
