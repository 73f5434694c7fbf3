import { at, parseJson } from '@formats';
import { anthropic } from '../anthropic';
import { knowsFreeText } from '../openai/models';
import { withResponses } from '../openai/responses-api';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRefusal,
  type UpstreamRequest,
} from '../../contract/upstream';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { readModelList } from '../../shared/model-list';
import { getRequest } from '../../shared/requests';
import { adaptAzureBody, takesStreamOptions } from './request';
import { addressOf, deploymentOf, deploymentsAddress, resourceOf, modelBehind, needsResponses } from './account';
import { classifyAzureError } from './errors';
import { withoutFilterChunks } from './stream';

const protocol = createOpenAiCompatible({
  id: 'azure',
  channelTypes: [3],
  endpoints: [
    'chat',
    'completions',
    'embeddings',
    'imageGenerations',
    'imageEdits',
    'speech',
    'transcriptions',
    'translations',
    'realtime',
  ],
  addressOf,
  adapt: adaptAzureBody,
  dialect: call => ({ takesCustomTools: knowsFreeText(modelBehind(call)) }),
  answerOf: call => (call.endpoint === 'chat' && call.isStream ? withoutFilterChunks(call.requestedModel) : undefined),
  failures: { classifyError: classifyAzureError },
  models: {
    buildRequest: target => getRequest(deploymentsAddress(target), { 'api-key': target.key.trim() }),
    read: readModelList,
  },
});

/** The OpenAI protocol with this provider's addresses and its own header for the key. */
const keyed: ProviderAdapter = {
  ...protocol,
  buildRequest(call, target): UpstreamRequest {
    const request = protocol.buildRequest(call, target);
    const { authorization: _bearer, ...headers } = request.headers;
    const url = call.endpoint === 'realtime' ? addressOf(call, target).replace(/^http/i, 'ws') : request.url;
    return { ...request, url, headers: { ...headers, 'api-key': target.key.trim() } };
  },
};

const complete = withResponses(keyed, {
  isOnly: needsResponses,
  modelBehind,
  isOffered: (_call, target) => resourceOf(target).kind !== 'models',
  tasks: [],
});

/**
 * Type 3: the OpenAI protocol at a resource of the operator, where each model has a deployment. Claude models of a
 * resource are called in the Messages format.
 */
export const azure: ProviderAdapter = {
  ...complete,
  buildRequest: (call, target) =>
    isClaude(call)
      ? anthropic.buildRequest(call, { ...target, baseUrl: `${resourceOf(target).root}/anthropic` })
      : complete.buildRequest(deployed(call, target), target),
  readFailure: (response, target) =>
    isOfClaude(response) ? anthropic.readFailure(response, target) : complete.readFailure(response, target),
};

function isClaude(call: UpstreamCall): boolean {
  return call.endpoint === 'chat' && modelBehind(call).startsWith('claude-');
}

/** True when the refusal has `type: "error"` at the top, as only the envelope of the Messages format does. */
function isOfClaude({ body }: UpstreamRefusal): boolean {
  return at(parseJson(body), 'type') === 'error';
}

/** The call with the deployment as its model, without the usage option where the API version refuses it. */
function deployed(call: UpstreamCall, target: ChannelTarget): UpstreamCall {
  const addUsageOption = call.addUsageOption && takesStreamOptions(target);
  return { ...call, model: deploymentOf(call), addUsageOption };
}
