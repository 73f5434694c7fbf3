import { baseUrlOf } from '../toolkit/base-url';
import { createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { adaptOpenAiChat } from './adapt-chat';
import { legacyBillingBalance } from './balance';

const OPENAI_URL = 'https://api.openai.com';

/** Type 1: the native protocol, which is also the gateway's own. */
export const openai = createOpenAiCompatible({
  id: 'openai',
  channelTypes: [1],
  defaultBaseUrl: OPENAI_URL,
  endpoints: ['chat', 'completions', 'embeddings', 'moderations'],
  sendsOrganization: true,
  adapt: adaptOpenAiChat,
  balance: legacyBillingBalance(target => baseUrlOf(target, OPENAI_URL)),
});
