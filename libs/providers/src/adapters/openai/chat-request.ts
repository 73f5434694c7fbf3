import { type DroppedFields } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { dropFields } from '../../openai-compatible/drop-fields';
import { adaptConvertedBody } from './converted-request';
import { type ModelFamily, effortSuffix, familyOf } from './models';

const SAMPLING = ['temperature', 'top_p', 'logprobs', 'top_logprobs'] as const;
const PENALTIES = ['presence_penalty', 'frequency_penalty'] as const;

/**
 * Adapts a chat to what its model accepts. For a classic model only converted chats, and content that deviates from the
 * chat format, change.
 */
export function adaptChatBody(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  const suffix = effortSuffix(draft.model);
  if (suffix) {
    draft.model = suffix.model;
    if (!draft.has('reasoning_effort')) draft.set('reasoning_effort', suffix.effort);
  }
  const family = familyOf(draft.model);
  if (isForeignChat(call)) adaptConvertedBody(draft, call);
  if (family.isReasoning) adaptReasoning(draft, family, call.dropped);
  if (family.isSearch) {
    dropFields(draft, call.dropped, 'temperature', 'top_p', ...PENALTIES, 'n', 'seed', 'logit_bias');
  }
  changeMessages(draft, straightenContent);
}

function adaptReasoning(draft: BodyDraft, family: ModelFamily, dropped: DroppedFields): void {
  draft.rename('max_tokens', 'max_completion_tokens');
  dropFields(draft, dropped, ...PENALTIES, 'logit_bias');
  const effort = draft.fields.reasoning_effort ?? family.defaultEffort;
  if (!family.samplesWithoutEffort || effort !== 'none') dropFields(draft, dropped, ...SAMPLING);
  if (!family.acceptsParallelToolCalls) dropFields(draft, dropped, 'parallel_tool_calls');
  const role = family.instructionRole;
  changeMessages(draft, renameRole(role === 'user' ? { system: role, developer: role } : { system: role }));
}
