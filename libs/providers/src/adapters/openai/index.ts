import { apiRootOf } from '../../openai-compatible/presets/api-root';
import { quirksOf } from '../../openai-compatible/presets/presets';
import { type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { getWithKey, readModelList } from '../../shared/model-list';
import { OPENAI_ENDPOINTS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { adaptOpenAiBody, openAiDialectOf } from './request';
import { legacyBillingBalance } from './balance';
import { balanceByHost } from '../../openai-compatible/balances/balance-by-host';
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
    models: { buildRequest: modelsRequest, read: readModelList },
    balance: balanceByHost(legacyBillingBalance(baseUrlOf)),
  }),
  { isOffered: (_call, target) => offersResponses(target) },
);

function modelsRequest(target: ChannelTarget): UpstreamRequest {
  const root = apiRootOf(target);
  const path = quirksOf(target)?.modelsPath;
  const request = getWithKey(path === undefined ? `${root}/models` : new URL(root).origin + path, target);
  const organization = target.organization?.trim() ?? '';
  if (organization === '') return request;
  return { ...request, headers: { ...request.headers, 'openai-organization': organization } };
}

/**
 * An unknown address may offer the whole OpenAI protocol; for the known providers the table of their differences
 * decides.
 */
function offersResponses(target: ChannelTarget): boolean {
  const quirks = quirksOf(target);
  return quirks === null || quirks.hasResponses === true;
}
