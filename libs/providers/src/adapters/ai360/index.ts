import { type OpenAiDialect } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { CONTENT_REFUSED, DISABLE, speaksOfArrears } from '../../shared/error-rules';
import {
  OPENAI_ONLY_FIELDS,
  clampField,
  dropFields,
  flattenMessages,
  loseSearch,
} from '../../openai-compatible/drop-fields';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

const toSystem = renameRole({ developer: 'system' });

/** Names of models that read images end in `-v`; all other models read text only. */
const VISION_MODEL = /^360(zhinao|gpt).*-v$/;

/** These models return their reasoning in a field of its own or between tags. */
const THINKING_MODEL = /^360(zhinao|gpt)\d*-o\d/;

const DIALECT: OpenAiDialect = {
  sampling: ['topK', 'repetitionPenalty'],
  takesAllowedTools: false,
  takesCustomTools: false,
};

/** Type 19: 360 Zhinao. The provider's table of error codes is not public, so status and text decide. */
export const ai360 = createOpenAiCompatible({
  id: 'ai360',
  channelTypes: [19],
  endpoints: ['chat', 'embeddings', 'imageGenerations'],
  dialect: ({ model }) => (THINKING_MODEL.test(model) ? { ...DIALECT, readsThinkTags: true } : DIALECT),
  adapt: adaptChat,
  failures: { classifyError },
});

function adaptChat(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  clampField(draft, call.dropped, 'temperature', { min: 0, max: 1 });
  clampField(draft, call.dropped, 'top_p', { min: 0, max: 1 });
  changeMessages(draft, toSystem);
  if (VISION_MODEL.test(draft.model)) changeMessages(draft, straightenContent);
  else flattenMessages(draft, call.dropped);
  if (!isForeignChat(call)) return;
  dropFields(draft, call.dropped, ...OPENAI_ONLY_FIELDS, 'reasoning_effort');
  loseSearch(draft, call.dropped);
}

function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 401 || sign.text.includes('invalid api key') || sign.text === 'unauthorized') return DISABLE;
  if (speaksOfArrears(sign, [402, 403, 429])) return DISABLE;
  const isSensitive =
    sign.text.includes('敏感') || /\brisk\b/.test(sign.text) || /"sensitive"\s*:\s*1\b/.test(sign.body);
  return sign.status === 400 && isSensitive ? CONTENT_REFUSED : null;
}
