import { asList, asText, at, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { changeMessages, renameRole } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { ENDPOINT_PATHS, createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { clampField } from '../../openai-compatible/drop-fields';
import { getWithKey } from '../../shared/model-list';
import { readNativeFailure } from '../../shared/native-error';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { ownFields } from '../../shared/read-call-parts';
import { acceptOfChat, bearer, postRequest } from '../../shared/requests';
import { accountOf, runAddress } from './account';
import { type AudioEndpoint, speech, transcription } from './audio';
import { type NativeEndpoint, embeddings, images, rerank } from './endpoints';
import { findCloudflareError, classifyError } from './errors';
import { isCloudflareError, nativeReading } from './native-response';
import { DEFAULT_MAX_TOKENS, NATIVE_FIELDS, nativeBody } from './native-request';

const toSystem = renameRole({ developer: 'system' });

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
    buildRequest(target) {
      const { base, token } = accountOf(target);
      return getWithKey(`${base}/models/search?per_page=100&page=1`, { ...target, key: token });
    },
    read: readModels,
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

function readModels(body: string): string[] {
  const answer = parseJson(body);
  const names = asList(at(answer, 'result')).map(model => asText(at(model, 'name')).trim());
  return [...new Set(names)].filter(name => name !== '').sort();
}
