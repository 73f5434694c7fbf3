import { CallRefusal, type JsonObject, asList, at, isJsonObject } from '@formats';
import { channelTypeOf } from '@contracts';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type AnswerReading,
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { ENDPOINT_PATHS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { readNativeFailure } from '../../shared/native-error';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { promptUsage } from '../../shared/rerank';
import { tc3Authorization } from '../../shared/signing/tc3';
import { acceptOfChat, postRequest } from '../../shared/requests';
import { findHunyuanError, classifyError } from './errors';
import { isHunyuanError } from './errors';
import { hunyuanReading } from './response';
import { hunyuanBody } from './request';

const COMPATIBLE_BASE = 'https://api.hunyuan.cloud.tencent.com';
const API_VERSION = '2023-09-01';
/** Most texts in one embeddings call. */
const INPUTS_MAX = 200;

const compatible = createOpenAiCompatible({
  id: 'hunyuan',
  channelTypes: [23],
  endpoints: ['chat', 'embeddings'],
  acceptsStreamOptions: false, // usage is reported without being requested
  addressOf: (call, target) => compatibleBase(target) + ENDPOINT_PATHS[call.endpoint],
  reading: openAiReading({ repair: renameSensitive }),
  models: null,
});

/**
 * Type 23: Tencent Hunyuan. A key with `|` selects the cloud's own API with its signature, any other key the
 * OpenAI-compatible API.
 */
export const hunyuan: ProviderAdapter = {
  ...compatible,
  nativeFormats: [],
  buildRequest: (call, target) =>
    isNative(target) ? nativeRequest(call, target) : compatible.buildRequest(call, target),
  sign(request, target, nowMs) {
    if (!isNative(target)) return request;
    const timestampSeconds = Math.floor(nowMs / 1000);
    const authorization = tc3Authorization({
      ...secretsOf(target),
      service: 'hunyuan',
      host: new URL(request.url).host,
      action: request.headers['x-tc-action'] ?? '',
      contentType: request.headers['content-type'] ?? '',
      body: request.body ?? Buffer.alloc(0),
      timestampSeconds,
    });
    const headers = { ...request.headers, 'x-tc-timestamp': String(timestampSeconds), authorization };
    return { ...request, headers };
  },
  readFailure: (response, target) => readNativeFailure(response, { find: findHunyuanError, classifyError }, target),
};

function isNative({ key }: ChannelTarget): boolean {
  return key.includes('|');
}

/** Reads `AppId|SecretId|SecretKey` or `SecretId|SecretKey`; only an older API needed the first part. */
function secretsOf(target: ChannelTarget): { readonly secretId: string; readonly secretKey: string } {
  const parts = target.key.split('|').map(part => part.trim());
  const [secretId, secretKey] = parts.slice(-2);
  if (parts.length > 3 || !secretId || !secretKey) {
    throw new ChannelAddressError(target.id, 'the key is not AppId|SecretId|SecretKey');
  }
  return { secretId, secretKey };
}

/** The channel type's default address is that of the signed API, which does not serve the OpenAI form. */
function compatibleBase(target: ChannelTarget): string {
  const base = baseUrlOf(target);
  return base === channelTypeOf(target.type)?.defaultBaseUrl ? COMPATIBLE_BASE : base;
}

function nativeRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  secretsOf(target); // throws for an unusable key before anything is written
  const isEmbedding = call.endpoint === 'embeddings';
  const body = isEmbedding ? writeEmbedding(call) : hunyuanBody(call);
  return postRequest(`${baseUrlOf(target)}/`, {
    headers: { 'x-tc-action': isEmbedding ? 'GetEmbedding' : 'ChatCompletions', 'x-tc-version': API_VERSION },
    accept: acceptOfChat(call),
    body,
    answer: isEmbedding ? embeddingReading(call) : hunyuanReading(call.chat().settings.stop ?? []),
  });
}

/** Writes the body of `GetEmbedding`, which has one model and one size. */
function writeEmbedding(call: UpstreamCall): JsonObject {
  const texts = inputTexts(call.parsed.input);
  if (texts.length > INPUTS_MAX) throw new CallRefusal(`input holds more than ${INPUTS_MAX} texts`);
  for (const name of ['dimensions', 'user']) if (call.parsed[name] !== undefined) call.dropped.add(name);
  return { InputList: texts };
}

function embeddingReading(call: UpstreamCall): AnswerReading {
  return embeddingsReading({
    model: call.model,
    encoding: call.parsed.encoding_format,
    vectorsOf: body =>
      [...asList(at(body, 'Response', 'Data'))]
        .sort((first, second) => Number(at(first, 'Index')) - Number(at(second, 'Index')))
        .map(item => at(item, 'Embedding')),
    usageOf: body => {
      const usage = at(body, 'Response', 'Usage');
      const tokens = at(usage, 'PromptTokens') ?? at(usage, 'TotalTokens');
      return typeof tokens === 'number' ? promptUsage(tokens) : { kind: 'missing' };
    },
    isError: isHunyuanError,
  });
}

/** Replaces `sensitive`, this provider's finish reason for a filtered answer. */
function renameSensitive(payload: JsonObject): JsonObject {
  const choices = asList(payload.choices);
  if (!choices.some(choice => at(choice, 'finish_reason') === 'sensitive')) return payload;
  const renamed = choices.map(choice =>
    isJsonObject(choice) && choice.finish_reason === 'sensitive'
      ? { ...choice, finish_reason: 'content_filter' }
      : choice,
  );
  return { ...payload, choices: renamed };
}
