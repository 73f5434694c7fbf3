import { type JsonObject } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type AnswerReading,
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { getWithKey, readModelList } from '../../shared/model-list';
import { ownFields } from '../../shared/read-call-parts';
import { acceptOfChat, bearer, postRequest } from '../../shared/requests';
import { adaptQwenBody } from './request';
import { type NativeExchange, compatibleEmbeddings, nativeEmbeddings, images, rerank } from './endpoints';
import { readQwenFailure } from './errors';
import { nativeReading } from './native-response';
import { OWN_FIELDS, nativeBody } from './native-request';
import { hasNativeAddress, hostOf, isNativeChat } from './account';
import { isMultimodal, withoutSearchSuffix } from './models';
import { speechBody, speechReading } from './speech';

const MULTIMODAL_PATH = '/api/v1/services/aigc/multimodal-generation/generation';
const TEXT_PATH = '/api/v1/services/aigc/text-generation/generation';

const compatible = createOpenAiCompatible({
  id: 'qwen',
  channelTypes: [17],
  endpoints: ['chat', 'embeddings', 'rerank', 'imageGenerations', 'speech'],
  addressOf: (call, target) =>
    `${hostOf(target)}/compatible-mode/v1${call.endpoint === 'embeddings' ? '/embeddings' : '/chat/completions'}`,
  adapt,
  dialect: { sampling: ['topK', 'repetitionPenalty'], takesCacheMarks: true, takesAllowedTools: false },
  answerOf: call => (wantsPackedVectors(call) ? compatibleEmbeddings(call) : undefined),
});

/**
 * Type 17: Alibaba Qwen. Chats and embeddings use the compatible mode unless the channel needs the native protocol; the
 * other endpoints exist in the native protocol only.
 */
export const qwen: ProviderAdapter = {
  ...compatible,
  models: {
    buildRequest: target => getWithKey(`${hostOf(target)}/compatible-mode/v1/models`, target),
    read: readModelList,
  },
  buildRequest(call, target) {
    switch (call.endpoint) {
      case 'chat':
        return isNativeChat(call, target) ? nativeChat(call, target) : compatible.buildRequest(call, target);
      case 'embeddings':
        if (!hasNativeAddress(target)) return compatible.buildRequest(call, target);
        return exchange(target, nativeEmbeddings(call));
      case 'rerank':
        return exchange(target, rerank(call));
      case 'imageGenerations':
        return exchange(target, images(call));
      case 'speech':
        return nativeRequest(target, {
          path: MULTIMODAL_PATH,
          body: speechBody(call),
          answer: speechReading(call.parsed.response_format),
          isStream: true,
        });
      default:
        return compatible.buildRequest(call, target);
    }
  },
  readFailure: readQwenFailure,
};

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint === 'chat') adaptQwenBody(draft, call);
  else if (wantsPackedVectors(call)) draft.drop('encoding_format');
}

function wantsPackedVectors({ endpoint, parsed }: UpstreamCall): boolean {
  return endpoint === 'embeddings' && parsed.encoding_format === 'base64';
}

function nativeChat(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const own = ownFields(call, OWN_FIELDS);
  const body = nativeBody(call.chat(), { model: call.model, isStream: call.isStream, own }, call.dropped);
  const path = isMultimodal(withoutSearchSuffix(call.model).model) ? MULTIMODAL_PATH : TEXT_PATH;
  return nativeRequest(target, { path, body, answer: nativeReading, isStream: call.isStream });
}

function exchange(target: ChannelTarget, { path, body, answer }: NativeExchange): UpstreamRequest {
  return nativeRequest(target, { path, body, answer, isStream: false });
}

interface NativeRequest {
  readonly path: string;
  readonly body: JsonObject;
  readonly answer: AnswerReading;
  readonly isStream: boolean;
}

/** In the native protocol one header requests a stream and another one names the channel's plugin. */
function nativeRequest(target: ChannelTarget, { path, body, answer, isStream }: NativeRequest): UpstreamRequest {
  const plugin = target.other.trim();
  const headers = {
    ...bearer(target.key),
    ...(isStream && { 'x-dashscope-sse': 'enable' }),
    ...(plugin !== '' && { 'x-dashscope-plugin': plugin }),
  };
  return postRequest(hostOf(target) + path, { headers, accept: acceptOfChat({ isStream }), body, answer });
}
