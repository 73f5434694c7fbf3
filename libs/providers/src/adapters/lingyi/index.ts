import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { DISABLE, speaksOfArrears } from '../../shared/error-rules';
import {
  OPENAI_ONLY_FIELDS,
  clampField,
  dropFields,
  flattenMessages,
  loseSearch,
} from '../../openai-compatible/drop-fields';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

const toSystem = renameRole({ developer: 'system' });

/** Fields that the provider does not document; it refuses requests with some of them. */
const UNDOCUMENTED = [
  'n',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'response_format',
] as const;

/** Type 31: 01.AI (Yi). Only yi-large-fc calls functions, and only the vision models read images. */
export const lingyi = createOpenAiCompatible({
  id: 'lingyi',
  channelTypes: [31],
  endpoints: ['chat'],
  dialect: { takesAllowedTools: false, takesCustomTools: false },
  adapt: adaptChat,
  failures: { classifyError },
});

function adaptChat(draft: BodyDraft, call: UpstreamCall): void {
  // The provider's ranges include neither of their ends.
  clampField(draft, call.dropped, 'temperature', { min: 0, max: 1.99 });
  clampField(draft, call.dropped, 'top_p', { min: 0.01, max: 0.99 });
  draft.rename('max_completion_tokens', 'max_tokens');
  dropFields(draft, call.dropped, ...UNDOCUMENTED);
  if (draft.model !== 'yi-large-fc') dropFields(draft, call.dropped, 'tools', 'tool_choice', 'parallel_tool_calls');
  changeMessages(draft, toSystem);
  if (/^yi-(vision|vl)/.test(draft.model)) changeMessages(draft, straightenContent);
  else flattenMessages(draft, call.dropped);
  if (!isForeignChat(call)) return;
  dropFields(draft, call.dropped, ...OPENAI_ONLY_FIELDS, 'reasoning_effort');
  loseSearch(draft, call.dropped);
}

function classifyError(sign: RefusalDetails): ErrorClass | null {
  return sign.status === 401 || speaksOfArrears(sign, [402, 403, 429]) ? DISABLE : null;
}
