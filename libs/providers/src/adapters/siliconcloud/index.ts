import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { CONTENT_REFUSED, DISABLE, RETRY } from '../../shared/error-rules';
import { OPENAI_ONLY_FIELDS, clampField, dropFields, loseSearch } from '../../openai-compatible/drop-fields';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';
import { siliconCloudBalance } from '../../openai-compatible/balances/siliconcloud-balance';
import { adaptImages, adaptSpeech, answerOf, checkTranscription } from './media';

/** The newest models accept an effort in two steps. */
const TAKES_EFFORT = /deepseek-v4|glm-5/i;

/** These models always reason and refuse a field that switches reasoning. */
const ALWAYS_THINKS = /deepseek-r1/i;

const NEWEST_EFFORT: Readonly<Record<string, string>> = {
  minimal: 'high',
  low: 'high',
  medium: 'high',
  xhigh: 'max',
};

/** Tokens of reasoning per effort; the provider allows 128 to 32768. */
const THINKING_BUDGET: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 4_096,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 32_768,
};

const toSystem = renameRole({ developer: 'system' });

/** Type 40: SiliconCloud (SiliconFlow). Every chunk reports usage; the last report counts. */
export const siliconcloud = createOpenAiCompatible({
  id: 'siliconcloud',
  channelTypes: [40],
  endpoints: ['chat', 'completions', 'embeddings', 'rerank', 'imageGenerations', 'speech', 'transcriptions'],
  dialect: { sampling: ['topK', 'minP'], takesAllowedTools: false, takesCustomTools: false },
  adapt: adaptCall,
  answerOf,
  failures: { classifyError },
  balance: siliconCloudBalance,
});

function adaptCall(draft: BodyDraft, call: UpstreamCall): void {
  switch (call.endpoint) {
    case 'chat':
      return adaptChat(draft, call);
    case 'imageGenerations':
      return adaptImages(draft, call);
    case 'speech':
      return adaptSpeech(draft, call);
    case 'transcriptions':
      return checkTranscription(call);
    default:
  }
}

function adaptChat(draft: BodyDraft, call: UpstreamCall): void {
  draft.rename('max_completion_tokens', 'max_tokens');
  clampField(draft, call.dropped, 'temperature', { max: 2 });
  clampField(draft, call.dropped, 'top_p', { max: 1 });
  adaptEffort(draft);
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
  if (!isForeignChat(call)) return;
  dropFields(draft, call.dropped, ...OPENAI_ONLY_FIELDS);
  loseSearch(draft, call.dropped);
}

/** The caller's own `enable_thinking` and `thinking_budget` take precedence over an effort. */
function adaptEffort(draft: BodyDraft): void {
  const effort = draft.fields.reasoning_effort;
  if (typeof effort !== 'string') return;
  if (TAKES_EFFORT.test(draft.model) && effort !== 'none') {
    if (Object.hasOwn(NEWEST_EFFORT, effort)) draft.set('reasoning_effort', NEWEST_EFFORT[effort]);
    return;
  }
  draft.drop('reasoning_effort');
  if (ALWAYS_THINKS.test(draft.model)) return;
  if (!draft.has('enable_thinking')) draft.set('enable_thinking', effort !== 'none');
  const budget = Object.hasOwn(THINKING_BUDGET, effort) ? THINKING_BUDGET[effort] : undefined;
  if (budget !== undefined && !draft.has('thinking_budget')) draft.set('thinking_budget', budget);
}

/** Classifies the provider's numeric codes; source: 'Error handling' in its manual, read 2026-08. */
function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 400 && sign.code === '20012') return { ...RETRY, code: 'model_not_found' };
  if (sign.status === 451) return CONTENT_REFUSED;
  if (sign.status !== 403) return null;
  const isAccount = sign.code === '30001' || /balance is insufficient|real-?name|verif/.test(sign.text);
  return isAccount ? DISABLE : sign.code === '30003' ? RETRY : null;
}
