import { apiRootOf } from '../../openai-compatible/presets/api-root';
import { quirksOf } from '../../openai-compatible/presets/presets';
import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { OPENAI_ENDPOINTS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { adaptOpenAiBody, openAiDialectOf } from './request';
import { legacyBillingBalance } from './balance';
import { withResponses } from './responses-api';

/** Type 1: the OpenAI protocol, which is also the gateway's own, at OpenAI or at any provider that speaks it. */
export const openai = withResponses(
  createOpenAiCompatible({
    id: 'openai',
    channelTypes: [1],
    endpoints: [...OPENAI_ENDPOINTS, 'realtime'],
    sendsOrganization: true,
    apiRootOf,
    dialect: openAiDialectOf,
    adapt: adaptOpenAiBody,
    balance: legacyBillingBalance(baseUrlOf),
  }),
  { isOffered: (_call, target) => offersResponses(target) },
);

/**
 * An unknown address may offer the whole OpenAI protocol; for the known providers the table of their differences
 * decides.
 */
function offersResponses(target: ChannelTarget): boolean {
  const quirks = quirksOf(target);
  return quirks === null || quirks.hasResponses === true;
}
