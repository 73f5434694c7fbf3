import { type JsonObject, asList, asText, at, isJsonObject, parseJson } from '@formats';
import { type ModelListCapability } from '../../contract/account';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { modelNames, pageMarkAt, withQuery } from '../../shared/model-list';
import { getRequest, postRequest } from '../../shared/requests';
import { resourceOf, versionedAddress } from './address';
import { geminiBody } from './request';
import { embeddingsRequest } from './embeddings';
import { readGeminiFailure } from './errors';
import { withoutForeignSignatures } from './foreign-signatures';
import { imagesRequest } from './images';
import { geminiReading } from './response';

export { geminiBody } from './request';
export { geminiReading } from './response';

/** The largest page that the provider allows. */
const MODELS_PER_PAGE = '1000';

const models: ModelListCapability = {
  buildRequest: (target, page) => {
    const url = `${versionedAddress(target)}/models`;
    return getRequest(withQuery(url, { pageSize: MODELS_PER_PAGE, pageToken: page }), keyHeader(target));
  },
  read: body =>
    modelNames(asList(at(parseJson(body), 'models')).map(model => asText(at(model, 'name')).replace(/^models\//, ''))),
  nextPage: body => pageMarkAt(body, 'nextPageToken'),
};

/** Type 24: Google's Gemini API, generateContent. Source: the provider's reference, version v1beta, read 2026-08. */
export const gemini: ProviderAdapter = {
  id: 'gemini',
  channelTypes: [24],
  endpoints: ['chat', 'embeddings', 'countTokens', 'imageGenerations'],
  nativeFormats: ['gemini'],
  acceptsStreamOptions: false, // usage is reported without being requested
  buildRequest,
  readFailure: readGeminiFailure,
  models,
};

function buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  switch (call.endpoint) {
    case 'embeddings': {
      const resource = resourceOf(call.model);
      const { action, body, answer } = embeddingsRequest(call, resource);
      return { ...post(target, `${resource}:${action}`, bytesOf(body)), answer };
    }
    case 'imageGenerations': {
      const { action, body, answer } = imagesRequest(call);
      return { ...post(target, `${resourceOf(call.model)}:${action}`, bytesOf(body)), answer };
    }
    case 'countTokens':
      return post(target, `${resourceOf(call.model)}:countTokens`, countBody(call));
    default:
      return chatRequest(call, target);
  }
}

function chatRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const { model, body } = geminiBody(call);
  const action = call.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const reading = geminiReading(call);
  const request = post(target, `${resourceOf(model)}:${action}`, body);
  const accept = call.isStream ? 'text/event-stream' : 'application/json';
  return { ...request, headers: { ...request.headers, accept }, ...(reading && { answer: reading }) };
}

function post(target: ChannelTarget, path: string, body: Buffer): UpstreamRequest {
  return postRequest(`${versionedAddress(target)}/${path}`, { headers: keyHeader(target), body });
}

/** The key is sent in a header, because a key in the address would appear in every log on the way. */
function keyHeader(target: ChannelTarget): UpstreamRequest['headers'] {
  return { 'x-goog-api-key': target.key.trim() };
}

/** Only callers of the Gemini format send such a count; a whole request inside the body names its model again. */
function countBody(call: UpstreamCall): Buffer {
  const key = 'generateContentRequest';
  const inner = call.parsed[key];
  const resource = resourceOf(call.model);
  const body = withoutForeignSignatures(call.parsed, call, call.model);
  if (!isJsonObject(inner)) return body === call.parsed ? call.body : bytesOf(body);
  const opened = withoutForeignSignatures(inner, call, call.model);
  if (body === call.parsed && opened === inner && inner.model === resource) return call.body;
  return bytesOf({ ...body, [key]: { ...opened, model: resource } });
}

function bytesOf(body: JsonObject): Buffer {
  return Buffer.from(JSON.stringify(body));
}
