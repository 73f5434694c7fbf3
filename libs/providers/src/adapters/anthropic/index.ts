import { at, parseJson, spliceJson } from '@formats';
import { type ModelListCapability } from '../../contract/account';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type JsonReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { pageMarkAt, readModelList, withQuery } from '../../shared/model-list';
import { acceptOfChat, getRequest, postRequest } from '../../shared/requests';
import { anthropicBody, anthropicReading } from './request';
import { readAnthropicFailure } from './errors';
import { ANTHROPIC_VERSION, anthropicKeyHeaders, betasOf, keyBetas, versionOf } from './headers';

export { type AnthropicPlatform, anthropicBody, anthropicReading } from './request';
export { betasOf } from './headers';

const PATHS = { chat: '/v1/messages', countTokens: '/v1/messages/count_tokens' } as const;

/** The fields of a body that affect the size of the prompt; the provider refuses other fields when it counts. */
const COUNTED = ['system', 'messages', 'tools', 'tool_choice', 'thinking', 'output_config'] as const;

/** The largest page that the provider allows; one page holds all of its models today. */
const MODELS_PER_PAGE = '1000';

const models: ModelListCapability = {
  buildRequest: (target, page) =>
    getRequest(withQuery(`${baseUrlOf(target)}/v1/models`, { limit: MODELS_PER_PAGE, after_id: page }), {
      ...anthropicKeyHeaders(target),
      ...betaHeader(keyBetas(target)),
      'anthropic-version': ANTHROPIC_VERSION,
    }),
  read: readModelList,
  nextPage: body => (at(parseJson(body), 'has_more') === true ? pageMarkAt(body, 'last_id') : null),
};

/** Returns a count in the OpenAI form of its endpoint. */
const countReading: JsonReading = {
  kind: 'json',
  convert: body => ({
    body: { object: 'response.input_tokens', input_tokens: at(body, 'input_tokens') ?? 0 },
    usage: { kind: 'missing' },
  }),
};

/** Type 14: Anthropic, and hosts that speak its Messages API. */
export const anthropic: ProviderAdapter = {
  id: 'anthropic',
  channelTypes: [14],
  endpoints: ['chat', 'countTokens'],
  nativeFormats: ['anthropic'],
  acceptsStreamOptions: false,
  buildRequest,
  readFailure: readAnthropicFailure,
  models,
};

function buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const path = call.endpoint === 'countTokens' ? PATHS.countTokens : PATHS.chat;
  const written = anthropicBody(call);
  const url = baseUrlOf(target) + path;
  const sent = { headers: headersFor(call, target, written.betas), accept: acceptOfChat(call) };
  const fields = { model: written.model, ...written.fields, ...(call.isStream && { stream: true }) };
  if (call.format === 'anthropic') {
    const body = written.isUntouched
      ? spliceJson(call.body, call.parsed, { model: written.model, addUsageOption: false })
      : fields;
    return postRequest(url, { ...sent, body });
  }
  if (call.endpoint === 'countTokens') {
    const counted = COUNTED.flatMap(key => (key in written.fields ? [[key, written.fields[key]] as const] : []));
    const body = { model: written.model, ...Object.fromEntries(counted) };
    return postRequest(url, { ...sent, body, answer: countReading });
  }
  return postRequest(url, { ...sent, body: fields, answer: anthropicReading(written.reading) });
}

function headersFor(call: UpstreamCall, target: ChannelTarget, needed: readonly string[]): Record<string, string> {
  return {
    ...anthropicKeyHeaders(target),
    'anthropic-version': versionOf(call),
    ...betaHeader(betasOf(call, [...needed, ...keyBetas(target)])),
  };
}

function betaHeader(betas: readonly string[]): Record<string, string> {
  return betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
}
