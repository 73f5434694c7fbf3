import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { dropFields } from '../../openai-compatible/drop-fields';
import { fittedEffort } from './efforts';
import { familyOf } from './models';

/**
 * Models that refuse `stop`; source: the description of that field in 'Create chat completion' of OpenAI's API
 * reference.
 */
const REFUSES_STOP = /^(o3|o4|gpt-5)(?!.*chat)/;

const toSystem = renameRole({ developer: 'system' });

/**
 * Removes from a converted chat what this model refuses. Callers of the chat format know the model's rules; callers of
 * other formats use abilities of their own provider and would receive a refusal instead of an answer.
 */
export function adaptConvertedBody(draft: BodyDraft, call: UpstreamCall): void {
  const family = familyOf(draft.model);
  if (!family.isReasoning) changeMessages(draft, toSystem);
  if (!family.isSearch && draft.has('web_search_options')) {
    call.dropped.add('tools.web_search');
    draft.drop('web_search_options');
  }
  if (REFUSES_STOP.test(draft.model)) dropFields(draft, call.dropped, 'stop');
  adaptEffort(draft, call);
}

function adaptEffort(draft: BodyDraft, call: UpstreamCall): void {
  const wanted = draft.fields.reasoning_effort;
  const fitted = fittedEffort(wanted, draft.model, call.dropped);
  if (fitted === wanted) return;
  if (fitted === null) draft.drop('reasoning_effort');
  else draft.set('reasoning_effort', fitted);
}
