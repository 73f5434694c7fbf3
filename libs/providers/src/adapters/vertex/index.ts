import { CallRefusal } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { vertexAuthorize } from './authorize';
import { claudeCountRequest, claudeRequest } from './claude';
import { type VertexAccess, accessOf } from './access';
import { readVertexFailure } from './errors';
import { embeddingsRequest, geminiCountRequest, geminiRequest, imageRequest } from './google';
import { vertexModels } from './model-list';
import { modelFamilyOf, openIdOf, partnerPath } from './models';

/**
 * Type 41: Vertex AI of Google Cloud. One channel serves models of Google, models of Anthropic, and open and partner
 * models, each in its own format; the model's name selects the format.
 */
export const vertex: ProviderAdapter = {
  id: 'vertex',
  channelTypes: [41],
  endpoints: ['chat', 'countTokens', 'embeddings', 'imageGenerations'],
  nativeFormats: ['gemini', 'anthropic', 'openai'],
  acceptsStreamOptions: true,
  authorize: vertexAuthorize,
  buildRequest,
  readFailure: readVertexFailure,
  models: vertexModels,
};

function buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const access = accessOf(target, call);
  const family = modelFamilyOf(call.model);
  if (family !== 'google' && access.isExpress) {
    throw new ChannelAddressError(
      target.id,
      'an API key opens only models of Google; this one needs a service account',
    );
  }
  switch (family) {
    case 'google':
      return googleRequest(call, access);
    case 'claude':
      if (call.endpoint === 'countTokens') return claudeCountRequest(call, access);
      return chatOnly(call, () => claudeRequest(call, access));
    default:
      return chatOnly(call, () => openRequest(call, target, access));
  }
}

function googleRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  switch (call.endpoint) {
    case 'embeddings':
      return embeddingsRequest(call, access);
    case 'imageGenerations':
      return imageRequest(call, access);
    case 'countTokens':
      return geminiCountRequest(call, access);
    default:
      return geminiRequest(call, access);
  }
}

/**
 * Builds a request for a model that serves chats only.
 *
 * @throws CallRefusal for everything but a chat
 */
function chatOnly(call: UpstreamCall, build: () => UpstreamRequest): UpstreamRequest {
  if (call.endpoint !== 'chat') throw new CallRefusal(`the model ${call.requestedModel} serves chats only`);
  return build();
}

/** Open and partner models use the chat completions format, at addresses of their own. */
function openRequest(call: UpstreamCall, target: ChannelTarget, access: VertexAccess): UpstreamRequest {
  const isPartner = modelFamilyOf(call.model) === 'partner';
  const partnerAction = call.isStream ? 'streamRawPredict' : 'rawPredict';
  const path = isPartner ? `${partnerPath(call.model)}:${partnerAction}` : 'endpoints/openapi/chat/completions';
  const inner = createOpenAiCompatible({
    id: 'vertex',
    channelTypes: [],
    endpoints: ['chat'],
    addressOf: () => `${access.address}/${path}`,
    adapt: draft => {
      if (!isPartner) draft.model = openIdOf(draft.model);
    },
  });
  // Partner models report usage unasked, and some refuse the option that requests it.
  const asked = isPartner ? { ...call, addUsageOption: false } : call;
  return inner.buildRequest(asked, { ...target, key: target.accessToken ?? '' });
}
