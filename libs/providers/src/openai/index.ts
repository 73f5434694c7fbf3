import { baseUrlOf } from '../toolkit/base-url';
import { createOpenAiCompatible } from '../toolkit/create-openai-compatible';
import { adaptOpenAiChat } from './adapt-chat';
import { legacyBillingBalance } from './balance';
import { withResponses } from './responses-api';

/** Type 1: the native protocol, which is also the gateway's own. */
export const openai = withResponses(
  createOpenAiCompatible({
    id: 'openai',
    channelTypes: [1],
    endpoints: ['chat', 'completions', 'embeddings', 'moderations'],
    sendsOrganization: true,
    adapt: adaptOpenAiChat,
    balance: legacyBillingBalance(baseUrlOf),
  }),
);
