import { CallRefusal, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { changeMessages, flattenText, renameRole } from '../../openai-compatible/adapt-messages';
import { baseUrlOf } from '../../shared/base-url';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { openAiReading } from '../../openai-compatible/openai-reading';
import { versionOf } from './models';

const HTTP_BASE = 'https://spark-api-open.xf-yun.com';
const PREVIEW_BASE = 'https://spark-api-open-preview.xf-yun.com';

/** Fields of the provider's form of the OpenAI body; any other field is a schema error. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'user',
  'temperature',
  'top_k',
  'top_p',
  'max_tokens',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'tools',
  'tool_choice',
  'tool_calls_switch',
  'thinking',
]);

const toSystem = renameRole({ developer: 'system' });

/** The provider's HTTP API, for channels whose key is its password. */
export const sparkHttp = createOpenAiCompatible({
  id: 'spark',
  channelTypes: [18],
  endpoints: ['chat'],
  acceptsStreamOptions: false,
  addressOf,
  adapt,
  reading: openAiReading({ repair: repairAnswer, isError: body => isErrorCode(body.code) }),
  models: null,
});

/** The model's name in the HTTP API; names of the socket are accepted, too. */
export function httpModel(model: string, other: string): string {
  return model.toLowerCase() === 'x1-preview' ? 'x1-preview' : versionOf(model, other).domain;
}

function addressOf(call: UpstreamCall, target: ChannelTarget): string {
  const model = httpModel(call.model, target.other);
  const fallback = model === 'x1-preview' ? PREVIEW_BASE : HTTP_BASE;
  const base = target.baseUrl.trim() === '' ? fallback : baseUrlOf(target).replace(/\/v2$/, '');
  return `${base}${model.startsWith('x1') ? '/v2' : '/v1'}/chat/completions`;
}

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  draft.rename('max_completion_tokens', 'max_tokens');
  adaptEffort(draft, call);
  adaptTools(draft, call);
  const format = draft.fields.response_format;
  if (isJsonObject(format) && format.type === 'json_schema') {
    call.dropped.add('response_format');
    draft.set('response_format', { type: 'json_object' });
  }
  for (const name of Object.keys(draft.fields)) {
    if (KNOWN_FIELDS.has(name)) continue;
    if (name !== 'stream_options') call.dropped.add(name);
    draft.drop(name);
  }
  changeMessages(draft, toSystem);
  for (const message of asList(draft.fields.messages)) refuseOtherThanText(message);
  changeMessages(draft, flattenText);
}

/** Only the reasoning models have a switch for thinking, and they have no effort. */
function adaptEffort(draft: BodyDraft, call: UpstreamCall): void {
  const effort = draft.fields.reasoning_effort;
  if (typeof effort !== 'string' || !draft.model.toLowerCase().includes('x1')) return;
  draft.drop('reasoning_effort');
  if (effort !== 'none') call.dropped.add('reasoning_effort');
  if (!draft.has('thinking')) draft.set('thinking', { type: effort === 'none' ? 'disabled' : 'enabled' });
}

/** With `tool_calls_switch` calls arrive as a list and a choice of tools is accepted. */
function adaptTools(draft: BodyDraft, call: UpstreamCall): void {
  const tools = asList(draft.fields.tools);
  if (tools.some(tool => at(tool, 'type') === 'function') && !draft.has('tool_calls_switch')) {
    draft.set('tool_calls_switch', true);
  }
  const choice = draft.fields.tool_choice;
  if (!isJsonObject(choice)) return;
  call.dropped.add('tool_choice');
  draft.set('tool_choice', 'required');
}

function refuseOtherThanText(message: unknown): void {
  for (const part of asList(at(message, 'content'))) {
    const type = asText(at(part, 'type'));
    if (type !== '' && type !== 'text') throw new CallRefusal(`${type} input is not supported by this model`);
  }
}

function isErrorCode(code: unknown): boolean {
  return (typeof code === 'number' && code !== 0) || (typeof code === 'string' && code !== '' && code !== '0');
}

/**
 * Repairs an answer: `sid` is its id, a finish reason may be missing, and a single call may stand without a list around
 * it.
 */
function repairAnswer(payload: JsonObject): JsonObject {
  if (isErrorCode(payload.code)) {
    return { error: { message: asText(payload.message), type: 'api_error', code: String(payload.code) } };
  }
  const choices = asList(payload.choices).map(repairChoice);
  return { ...payload, id: payload.id ?? payload.sid, choices };
}

function repairChoice(choice: unknown): unknown {
  if (!isJsonObject(choice)) return choice;
  const message = straightCalls(choice.message);
  const delta = straightCalls(choice.delta);
  const isWhole = isJsonObject(message);
  const hasCalls = asList(at(message, 'tool_calls')).length > 0;
  const reason = choice.finish_reason || (isWhole ? (hasCalls ? 'tool_calls' : 'stop') : null);
  return { ...choice, ...(isWhole && { message }), ...(isJsonObject(delta) && { delta }), finish_reason: reason };
}

function straightCalls(message: unknown): unknown {
  if (!isJsonObject(message) || !isJsonObject(message.tool_calls)) return message;
  return { ...message, tool_calls: [{ index: 0, ...message.tool_calls }] };
}
