import { CallRefusal, readOpenAiUsage, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type AnswerReading,
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { embeddingsReading } from '../../shared/embeddings';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { getWithKey, readModelList } from '../../shared/model-list';
import { ownFields } from '../../shared/read-call-parts';
import { acceptOfChat, postRequest } from '../../shared/requests';
import { adaptQianfanBody, isOldFamily } from './qianfan-request';
import { authorize } from './authorize';
import { readQianfanFailure, readWorkshopFailure } from './errors';
import { baiduAccount, v2Target, workshopUrl } from './account';
import { chatPath, embeddingsPath, imagesPath, rerankPath } from './models';
import { workshopEmbeddings, workshopImages, workshopRerank } from './workshop-endpoints';
import { workshopReading } from './workshop-response';
import { OWN_FIELDS, workshopBody } from './workshop-request';

const ENDPOINTS = ['chat', 'embeddings', 'rerank', 'imageGenerations'] as const;

const V2_PATHS = {
  chat: '/v2/chat/completions',
  embeddings: '/v2/embeddings',
  rerank: '/v2/rerankers',
  imageGenerations: '/v2/images/generations',
} as const satisfies Record<(typeof ENDPOINTS)[number], string>;

function isServed(endpoint: string): endpoint is keyof typeof V2_PATHS {
  return Object.hasOwn(V2_PATHS, endpoint);
}

const QIANFAN_READING = openAiReading({ repair: repairFinish });

const qianfan = createOpenAiCompatible({
  id: 'baidu',
  channelTypes: [15],
  endpoints: ENDPOINTS,
  addressOf: (call, target) => baseUrlOf(target) + (isServed(call.endpoint) ? V2_PATHS[call.endpoint] : ''),
  adapt: adaptQianfanBody,
  dialect: { takesAllowedTools: false },
  // In the answers of older models finish reasons have to be replaced; all others pass to callers of the chat format.
  reading: call => (isForeignChat(call) || isOldFamily(call.model) ? QIANFAN_READING : undefined),
  answerOf: call => (call.endpoint === 'embeddings' ? qianfanEmbeddings(call) : undefined),
  models: {
    isOffered: target => baiduAccount(target).kind === 'v2',
    buildRequest: modelsRequest,
    read: readModelList,
  },
});

/**
 * Type 15: Baidu. The shape of the key selects one of two protocols: Wenxin Workshop (an access token in the address,
 * errors inside HTTP 200) or Qianfan V2 (the OpenAI protocol).
 */
export const baidu: ProviderAdapter = {
  ...qianfan,
  authorize,
  buildRequest(call, target) {
    const account = baiduAccount(target);
    if (account.kind !== 'v2') return workshopRequest(call, target);
    const request = qianfan.buildRequest(call, v2Target(target, account.key));
    return account.appId === null ? request : { ...request, headers: { ...request.headers, appid: account.appId } };
  },
  readFailure(refusal, target) {
    const isQianfan = target === undefined || baiduAccount(target).kind === 'v2';
    const isNested = refusal.body.includes('"error_code"') || refusal.body.includes('"error_description"');
    return isQianfan && !isNested ? readQianfanFailure(refusal, target) : readWorkshopFailure(refusal, target);
  },
};

function modelsRequest(target: ChannelTarget): UpstreamRequest {
  const account = baiduAccount(target);
  const listing = v2Target(target, account.kind === 'v2' ? account.key : '');
  return getWithKey(`${baseUrlOf(listing)}/v2/models`, listing);
}

/** The provider has its own name for the list of results. */
function qianfanEmbeddings(call: UpstreamCall): AnswerReading {
  return embeddingsReading({
    model: call.model,
    encoding: call.parsed.encoding_format,
    vectorsOf: body => asList(at(body, 'data')).map(entry => at(entry, 'embedding')),
    usageOf: body => readOpenAiUsage(at(body, 'usage')),
  });
}

/** Older models end a streamed answer with the finish reason `normal`. */
function repairFinish(payload: JsonObject): JsonObject {
  const isOld = (choice: unknown): boolean => at(choice, 'finish_reason') === 'normal';
  const choices = asList(payload.choices);
  if (!choices.some(isOld)) return payload;
  const repaired = choices.map(choice =>
    isOld(choice) && isJsonObject(choice) ? { ...choice, finish_reason: 'stop' } : choice,
  );
  return { ...payload, choices: repaired };
}

function workshopRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  switch (call.endpoint) {
    case 'chat': {
      const body = workshopBody(call.chat(), call, call.dropped);
      const own = ownFields(call, OWN_FIELDS);
      return post(call, workshopUrl(target, chatPath(call.model)), { ...body, ...own }, workshopReading);
    }
    case 'embeddings': {
      const { body, answer } = workshopEmbeddings(call);
      return post(call, workshopUrl(target, embeddingsPath(call.model)), body, answer);
    }
    case 'rerank': {
      const { body, answer } = workshopRerank(call);
      return post(call, workshopUrl(target, rerankPath(call.model)), body, answer);
    }
    case 'imageGenerations': {
      const { body, answer } = workshopImages(call);
      return post(call, workshopUrl(target, imagesPath(call.model)), body, answer);
    }
    default:
      throw new CallRefusal(`${asText(call.endpoint)} is not served by this provider`);
  }
}

/** The access token is part of the address, so no header authorises the request. */
function post(call: UpstreamCall, url: string, body: JsonObject, answer: AnswerReading): UpstreamRequest {
  return postRequest(url, { headers: {}, accept: acceptOfChat(call), body, answer });
}
