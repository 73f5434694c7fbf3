import { type UpstreamCall } from '../spec/upstream';
import { changeMessages, flattenText, renameRole, straightenContent } from '../toolkit/adapt-messages';
import { type BodyDraft } from '../toolkit/body-draft';
import { createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { CONTENT_REFUSED, DISABLE, speaksOfArrears } from '../toolkit/judges';
import { type RefusalSign, type VendorVerdict } from '../toolkit/read-failure';

const toSystem = renameRole({ developer: 'system' });

/** Vision names end in `-v`; all others read text only. */
const VISION_MODEL = /^360(zhinao|gpt).*-v$/;

/** Type 19: 360 Zhinao. The vendor's code table is not public; status and text decide. */
export const ai360 = createOpenAiCompatible({
  id: 'ai360',
  channelTypes: [19],
  endpoints: ['chat', 'embeddings'],
  adapt: adaptChat,
  failures: { judge },
});

function adaptChat(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  draft.clamp('temperature', { min: 0, max: 1 });
  draft.clamp('top_p', { min: 0, max: 1 });
  changeMessages(draft, toSystem);
  changeMessages(draft, VISION_MODEL.test(draft.model) ? straightenContent : flattenText);
}

function judge(sign: RefusalSign): VendorVerdict | null {
  if (sign.status === 401 || sign.text.includes('invalid api key') || sign.text === 'unauthorized') return DISABLE;
  if (speaksOfArrears(sign, [402, 403, 429])) return DISABLE;
  const isSensitive =
    sign.text.includes('敏感') || /\brisk\b/.test(sign.text) || /"sensitive"\s*:\s*1\b/.test(sign.body);
  return sign.status === 400 && isSensitive ? CONTENT_REFUSED : null;
}
