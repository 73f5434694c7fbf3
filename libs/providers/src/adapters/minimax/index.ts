import { type JsonObject } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type AnswerReading,
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { MODEL_LIST } from '../../shared/model-list';
import { bearer, postRequest } from '../../shared/requests';
import { adaptMiniMaxBody } from './request';
import { embeddingsAnswer, embeddingsBody, imagesAnswer, imagesBody } from './endpoints';
import { readMiniMaxFailure } from './errors';
import { minimaxForeignReading, minimaxReading } from './response';
import { groupUrl, minimaxKey } from './account';
import { isNativeModel } from './models';
import { speechBody, speechReading } from './speech';

const chat = createOpenAiCompatible({
  id: 'minimax',
  channelTypes: [35],
  endpoints: ['chat', 'embeddings', 'imageGenerations', 'speech'],
  addressOf: (call, target) =>
    baseUrlOf(target) + (isNativeModel(call.model) ? '/v1/text/chatcompletion_v2' : '/v1/chat/completions'),
  adapt: adaptMiniMaxBody,
  dialect: { takesAllowedTools: false, reasoningField: 'reasoning_content' },
  reading: call => (call.format === 'openai' ? minimaxReading : minimaxForeignReading),
});

/**
 * Type 35: MiniMax. Chats use one of two routes that are both nearly the OpenAI protocol; the other endpoints have
 * forms of the provider's own. Errors arrive with HTTP 200 everywhere.
 */
export const minimax: ProviderAdapter = {
  ...chat,
  models: { ...MODEL_LIST, buildRequest: target => MODEL_LIST.buildRequest(bareTarget(target)) },
  buildRequest(call, target) {
    const bare = bareTarget(target);
    switch (call.endpoint) {
      case 'embeddings':
        return post(bare, groupUrl(target, '/v1/embeddings'), embeddingsBody(call), embeddingsAnswer(call));
      case 'imageGenerations':
        return post(bare, `${baseUrlOf(target)}/v1/image_generation`, imagesBody(call), imagesAnswer);
      case 'speech':
        return speechRequest(call, target);
      default:
        return chatRequest(call, bare);
    }
  },
  readFailure: readMiniMaxFailure,
};

function chatRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  // The native route reports usage without being asked and does not know this option.
  const asked = isNativeModel(call.model) ? { ...call, addUsageOption: false } : call;
  return chat.buildRequest(asked, target);
}

function speechRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const body = Buffer.from(JSON.stringify(speechBody(call)));
  return postRequest(groupUrl(target, '/v1/t2a_v2'), {
    headers: bearer(minimaxKey(target).bearer),
    accept: 'text/event-stream',
    body,
    answer: speechReading({ body }),
  });
}

function post(target: ChannelTarget, url: string, body: JsonObject, answer: AnswerReading): UpstreamRequest {
  return postRequest(url, { headers: bearer(target.key), body, answer });
}

/** The channel with its key alone, without the group. */
function bareTarget(target: ChannelTarget): ChannelTarget {
  return { ...target, key: minimaxKey(target).bearer };
}
