import { asList, at, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { changeMessages, renameRole } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { ENDPOINT_PATHS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { clampField } from '../../openai-compatible/drop-fields';
import { getWithKey, modelNames, withQuery } from '../../shared/model-list';
import { readNativeFailure } from '../../shared/native-error';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { ownFields } from '../../shared/read-call-parts';
import { acceptOfChat, bearer, postRequest } from '../../shared/requests';
import { accountOf, isGateway, runAddress } from './account';
import { type AudioEndpoint, speech, transcription } from './audio';
import { type NativeEndpoint, embeddings, images, rerank } from './endpoints';
import { findCloudflareError, classifyError } from './errors';
import { isCloudflareError, nativeReading } from './native-response';
import { DEFAULT_MAX_TOKENS, NATIVE_FIELDS, nativeBody } from './native-request';

const toSystem = renameRole({ developer: 'system' });

const MODELS_PER_PAGE = 100;

function listedIn(body: string): readonly unknown[] {
  return asList(at(parseJson(body), 'result'));
}

const compatible = createOpenAiCompatible({
  id: 'cloudflare',
  channelTypes: [39],
  endpoints: ['chat', 'embeddings', 'rerank', 'imageGenerations', 'speech', 'transcriptions', 'translations'],
  addressOf: (call, target) => accountOf(target).base + ENDPOINT_PATHS[call.endpoint],
  adapt,
  reading: openAiReading({ isError: isCloudflareError }),
});

/**
 * Type 39: Cloudflare Workers AI. Chats use the OpenAI-compatible path. They use the provider's own path when the
 * operator's address ends in `/run` or when a caller sets a field that only this path knows, e.g. `lora`.
 */
export const cloudflare: ProviderAdapter = {
  ...compatible,
  buildRequest(call, target) {
    const account = accountOf(target);
    switch (call.endpoint) {
      case 'rerank':
        return run(call, target, asJson(rerank(call)));
      case 'imageGenerations':
        return run(call, target, asJson(images(call)));
      case 'speech':
        return run(call, target, speech(call));
      case 'transcriptions':
      case 'translations':
        return run(call, target, transcription(call));
      case 'embeddings':
        if (account.isNative) return run(call, target, asJson(embeddings(call)));
        break;
      case 'chat':
        if (account.isNative || Object.keys(ownFields(call, NATIVE_FIELDS)).length > 0) {
          const body = nativeBody(call);
          return run(call, target, asJson({ body, answer: nativeReading(Number(body.max_tokens)) }));
        }
    }
    return compatible.buildRequest(call, { ...target, key: account.token, baseUrl: account.base });
  },
  readFailure: (response, target) => readNativeFailure(response, { find: findCloudflareError, classifyError }, target),
  models: {
    isOffered: target => !isGateway(target),
    buildRequest(target, page = '1') {
      const { base, token } = accountOf(target);
      const url = withQuery(`${base}/models/search`, { per_page: String(MODELS_PER_PAGE), page });
      return getWithKey(url, { ...target, key: token });
    },
    read: body => modelNames(listedIn(body).map(model => at(model, 'name'))),
    nextPage: (body, page = '1') => (listedIn(body).length < MODELS_PER_PAGE ? null : String(Number(page) + 1)),
  },
};

function asJson({ body, answer }: NativeEndpoint): AudioEndpoint {
  return {
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
    answer,
  };
}

function run(call: UpstreamCall, target: ChannelTarget, { body, contentType, answer }: AudioEndpoint): UpstreamRequest {
  const account = accountOf(target);
  const accept = call.endpoint === 'speech' && !call.isStream ? '*/*' : acceptOfChat(call);
  return postRequest(runAddress(account, call.model), {
    headers: bearer(account.token),
    contentType,
    accept,
    body,
    answer,
  });
}

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  draft.rename('max_completion_tokens', 'max_tokens');
  if (typeof draft.fields.max_tokens !== 'number') draft.set('max_tokens', DEFAULT_MAX_TOKENS);
  clampField(draft, call.dropped, 'temperature', { min: 0, max: 5 });
  changeMessages(draft, toSystem);
}
