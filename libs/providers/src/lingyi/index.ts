import { type UpstreamCall } from '../spec/upstream';
import { changeMessages, flattenText, renameRole, straightenContent } from '../toolkit/adapt-messages';
import { type BodyDraft } from '../toolkit/body-draft';
import { createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { DISABLE, speaksOfArrears } from '../toolkit/judges';
import { type RefusalSign, type VendorVerdict } from '../toolkit/read-failure';

const toSystem = renameRole({ developer: 'system' });

/** Fields the vendor does not document; it refuses requests with some of them. */
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

/** Type 31: 01.AI (Yi). Only yi-large-fc calls functions, only the vision names see. */
export const lingyi = createOpenAiCompatible({
  id: 'lingyi',
  channelTypes: [31],
  endpoints: ['chat'],
  adapt: adaptChat,
  failures: { judge },
});

function adaptChat(draft: BodyDraft, _call: UpstreamCall): void {
  // Both ends of the ranges are open.
  draft.clamp('temperature', { min: 0, max: 1.99 });
  draft.clamp('top_p', { min: 0.01, max: 0.99 });
  draft.rename('max_completion_tokens', 'max_tokens');
  draft.drop(...UNDOCUMENTED);
  if (draft.model !== 'yi-large-fc') draft.drop('tools', 'tool_choice', 'parallel_tool_calls');
  changeMessages(draft, toSystem);
  changeMessages(draft, /^yi-(vision|vl)/.test(draft.model) ? straightenContent : flattenText);
}

function judge(sign: RefusalSign): VendorVerdict | null {
  return sign.status === 401 || speaksOfArrears(sign, [402, 403, 429]) ? DISABLE : null;
}
