import { type JsonObject, asList } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { CONTENT_REFUSED, DISABLE, RETRY } from '../../shared/error-rules';
import { OPENAI_ONLY_FIELDS, clampField, dropFields, loseSearch } from '../../openai-compatible/drop-fields';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';
import { moonshotBalance } from '../../openai-compatible/balances/moonshot-balance';

/** kimi-k2.5 and later have fixed sampling; another value is refused with status 400. */
const FIXED_SAMPLING_MODEL = /^kimi-k(2\.[5-9]|[3-9])/;

/** Efforts of kimi-k3 in place of those that it does not know. */
const K3_EFFORT: Readonly<Record<string, string>> = { minimal: 'low', medium: 'high', xhigh: 'max' };

const toSystem = renameRole({ developer: 'system' });

/** Type 25: Moonshot (Kimi). */
export const moonshot = createOpenAiCompatible({
  id: 'moonshot',
  channelTypes: [25],
  endpoints: ['chat'],
  // Thinking models refuse tool calls in the history without the reasoning that led to them.
  dialect: { reasoningField: 'reasoning_content', takesAllowedTools: false, takesCustomTools: false },
  adapt: adaptChat,
  failures: { classifyError },
  balance: moonshotBalance,
});

function adaptChat(draft: BodyDraft, call: UpstreamCall): void {
  if (FIXED_SAMPLING_MODEL.test(draft.model)) {
    dropFields(draft, call.dropped, 'temperature', 'top_p', 'presence_penalty', 'frequency_penalty');
    draft.rename('max_tokens', 'max_completion_tokens');
    adaptEffort(draft);
  } else {
    clampField(draft, call.dropped, 'temperature', { min: 0, max: 1 });
    clampField(draft, call.dropped, 'top_p', { min: 0, max: 1 });
    if (draft.fields.tool_choice === 'required') {
      call.dropped.add('tool_choice');
      draft.set('tool_choice', 'auto');
    }
  }
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
  changeMessages(draft, fillEmptyAnswer);
  if (!isForeignChat(call)) return;
  // Older models do not reason, so they have no place for the effort of a converted chat.
  if (!FIXED_SAMPLING_MODEL.test(draft.model)) dropFields(draft, call.dropped, 'reasoning_effort');
  const others = OPENAI_ONLY_FIELDS.filter(name => name !== 'prompt_cache_key');
  dropFields(draft, call.dropped, ...others);
  loseSearch(draft, call.dropped);
}

/**
 * kimi-k3 accepts three efforts; the k2 models can only switch thinking on or off. The caller's own `thinking` takes
 * precedence.
 */
function adaptEffort(draft: BodyDraft): void {
  const effort = draft.fields.reasoning_effort;
  if (typeof effort !== 'string') return;
  const isOff = effort === 'none';
  if (isOff || !draft.model.startsWith('kimi-k3')) {
    draft.drop('reasoning_effort');
    if (!draft.has('thinking')) draft.set('thinking', { type: isOff ? 'disabled' : 'enabled' });
    return;
  }
  const known = Object.hasOwn(K3_EFFORT, effort) ? K3_EFFORT[effort] : undefined;
  if (known !== undefined) draft.set('reasoning_effort', known);
}

/**
 * The provider refuses an assistant message with empty text: beside tool calls it becomes null, any other such message
 * is left out.
 */
function fillEmptyAnswer(message: JsonObject): JsonObject | null {
  if (message.role !== 'assistant' || message.content !== '' || message.partial === true) return message;
  return asList(message.tool_calls).length > 0 ? { ...message, content: null } : null;
}

/** Classifies the provider's error types; source: 'Errors' in its API manual, read 2026-08. */
function classifyError(sign: RefusalDetails): ErrorClass | null {
  switch (sign.type) {
    case 'content_filter':
      return CONTENT_REFUSED;
    case 'invalid_authentication_error':
    case 'incorrect_api_key_error':
    case 'permission_denied_error':
    case 'exceeded_current_quota_error':
      return DISABLE;
    case 'rate_limit_reached_error':
    case 'engine_overloaded_error':
    case 'resource_not_found_error':
      return RETRY;
    case 'invalid_request_error':
      return sign.text.includes('exceeded model token limit')
        ? { effect: 'caller', code: 'context_length_exceeded' }
        : null;
    default:
      return null;
  }
}
