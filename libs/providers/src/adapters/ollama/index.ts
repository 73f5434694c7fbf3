import { asList, at, asText, CallRefusal, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type ChannelTarget,
  type UpstreamCall,
  type AnswerReading,
  type UpstreamRequest,
} from '../../contract/upstream';
import { renameRole, changeMessages } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible, ENDPOINT_PATHS } from '../../openai-compatible/create-openai-compatible';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { baseUrlOf } from '../../shared/base-url';
import { inputTexts, embeddingsReading } from '../../shared/embeddings';
import { getWithKey, modelNames } from '../../shared/model-list';
import { ownFields, present } from '../../shared/read-call-parts';
import { postRequest, bearer } from '../../shared/requests';
import { promptUsage } from '../../shared/rerank';
import { classifyError } from './errors';
import { ollamaBody, NATIVE_FIELDS, levelOf } from './request';
import { ollamaReading } from './response';

const toSystem = renameRole({ developer: 'system' });

const compatible = createOpenAiCompatible({
  id: 'ollama',
  channelTypes: [4],
  endpoints: ['chat', 'completions', 'embeddings', 'imageGenerations'],
  addressOf: (call, target) => rootOf(target) + ENDPOINT_PATHS[call.endpoint],
  adapt: adaptCompatible,
  // The server returns thoughts as `reasoning`; callers receive them under the usual name.
  reading: openAiReading({}),
  failures: { classifyError },
});

/**
 * Type 4: Ollama. Calls use its OpenAI-compatible paths by default, and its own protocol when the operator's address
 * ends in `/api` or when a caller sets a field that only this protocol has, e.g. `num_ctx`.
 */
export const ollama: ProviderAdapter = {
  ...compatible,
  buildRequest(call, target) {
    if (isNative(call, target)) {
      if (call.endpoint === 'chat')
        return post('/api/chat', { call, target, body: ollamaBody(call), answer: ollamaReading });
      if (call.endpoint === 'embeddings') {
        return post('/api/embed', { call, target, body: writeEmbed(call), answer: embedReading(call) });
      }
    }
    const request = compatible.buildRequest(call, target);
    return { ...request, headers: withoutEmptyKey(request.headers, target) };
  },
  models: {
    buildRequest(target) {
      const request = getWithKey(`${rootOf(target)}/api/tags`, target);
      return { ...request, headers: withoutEmptyKey(request.headers, target) };
    },
    read: readModels,
  },
};

/** The address before `/api/…` and `/v1/…`. */
function rootOf(target: ChannelTarget): string {
  return baseUrlOf(target).replace(/\/api$/, '');
}

function isNative(call: UpstreamCall, target: ChannelTarget): boolean {
  if (/\/api$/.test(baseUrlOf(target))) return true;
  return call.endpoint === 'chat' && Object.keys(ownFields(call, NATIVE_FIELDS)).length > 0;
}

interface PostOptions {
  readonly call: UpstreamCall;
  readonly target: ChannelTarget;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: AnswerReading;
}

function post(path: string, { call, target, body, answer }: PostOptions): UpstreamRequest {
  return postRequest(rootOf(target) + path, {
    headers: withoutEmptyKey(bearer(target.key), target),
    accept: call.isStream ? 'application/x-ndjson' : 'application/json',
    body,
    answer,
  });
}

/** A server that the operator runs needs no key, so an empty key sends no header. */
function withoutEmptyKey(headers: UpstreamRequest['headers'], target: ChannelTarget): UpstreamRequest['headers'] {
  if (target.key.trim() !== '') return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

/** Names the fields that the compatible path ignores, because the server does not report them. */
function adaptCompatible(draft: BodyDraft, call: UpstreamCall): void {
  if (call.endpoint !== 'chat') return;
  for (const name of ['tool_choice', 'logit_bias', 'n', 'user']) if (isSet(draft, name)) call.dropped.add(name);
  const effort = draft.fields.reasoning_effort;
  if (typeof effort === 'string' && effort !== 'none') {
    const level = levelOf(effort);
    if (level !== effort) draft.set('reasoning_effort', level);
  }
  draft.rename('max_completion_tokens', 'max_tokens');
  changeMessages(draft, toSystem);
  for (const message of asList(draft.fields.messages)) refuseAddresses(at(message, 'content'));
}

function isSet(draft: BodyDraft, name: string): boolean {
  const value = draft.fields[name];
  return value !== undefined && value !== null && value !== 'auto' && !(name === 'n' && value === 1);
}

function refuseAddresses(content: unknown): void {
  for (const part of asList(content)) {
    const image = at(part, 'image_url');
    const url = asText(at(image, 'url')) || asText(image);
    if (/^https?:/i.test(url)) throw new CallRefusal('images must be sent as data, not as an address, to this model');
  }
}

/** Writes the body of `POST /api/embed`. */
function writeEmbed(call: UpstreamCall): Record<string, unknown> {
  if (call.parsed.user !== undefined) call.dropped.add('user');
  return present({
    model: call.model,
    input: inputTexts(call.parsed.input),
    dimensions: call.parsed.dimensions ?? undefined,
    ...ownFields(call, ['truncate', 'keep_alive', 'options']),
  });
}

function embedReading(call: UpstreamCall): AnswerReading {
  return embeddingsReading({
    model: call.model,
    encoding: call.parsed.encoding_format,
    vectorsOf: body => asList(at(body, 'embeddings')),
    usageOf: body => promptUsageOf(at(body, 'prompt_eval_count')),
  });
}

function promptUsageOf(count: unknown): ReturnType<typeof promptUsage> {
  return typeof count === 'number' ? promptUsage(count) : { kind: 'missing' };
}

function readModels(body: string): string[] {
  const answer = parseJson(body);
  const native = asList(at(answer, 'models')).map(model => at(model, 'name'));
  const listed = asList(at(answer, 'data')).map(model => at(model, 'id'));
  return modelNames([...native, ...listed]);
}
