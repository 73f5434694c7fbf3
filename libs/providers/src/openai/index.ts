import { type OpenAiDialect } from '../formats/openai';
import { apiRootOf } from '../presets/api-root';
import { quirksOf } from '../presets/presets';
import { type ChannelTarget, type UpstreamCall } from '../spec/upstream';
import { baseUrlOf } from '../toolkit/base-url';
import { type BodyDraft } from '../toolkit/body-draft';
import { OPENAI_ENDPOINTS, createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { adaptOpenAiChat } from './adapt-chat';
import { legacyBillingBalance } from './balance';
import { familyOf } from './model-family';
import { withResponses } from './responses-api';

/** Type 1: the native protocol, which is also the gateway's own, at OpenAI or at any vendor that speaks it. */
export const openai = withResponses(
  createOpenAiCompatible({
    id: 'openai',
    channelTypes: [1],
    endpoints: [...OPENAI_ENDPOINTS, 'realtime'],
    sendsOrganization: true,
    apiRootOf,
    dialect: ({ model }, target) => quirksOf(target)?.dialect ?? dialectOfModel(model),
    adapt: adaptCall,
    balance: legacyBillingBalance(baseUrlOf),
  }),
  { isOffered: (_call, target) => offersResponses(target) },
);

/** At unknown addresses only the model's name tells whether it is one of OpenAI's own. */
function dialectOfModel(model: string): OpenAiDialect {
  const isOwn = /^(gpt-|chatgpt-|o\d)/.test(model);
  return {
    takesAllowedTools: isOwn,
    takesCustomTools: isOwn && familyOf(model).isReasoning && model.startsWith('gpt-'),
  };
}

/** Unknown addresses may be OpenAI's own protocol through and through; of the known vendors it is known. */
function offersResponses(target: ChannelTarget): boolean {
  const quirks = quirksOf(target);
  return quirks === null || quirks.hasResponses === true;
}

function adaptCall(draft: BodyDraft, call: UpstreamCall, target: ChannelTarget): void {
  adaptOpenAiChat(draft, call);
  if (call.endpoint === 'chat') quirksOf(target)?.adapt?.(draft, call);
  // These answer base64 only, and refuse to be told how to answer.
  if (call.endpoint === 'imageGenerations' && draft.model.startsWith('gpt-image')) draft.drop('response_format');
}
