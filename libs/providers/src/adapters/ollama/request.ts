import {
  effortOf,
  type DroppedFields,
  CallRefusal,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ImageBlock,
  nameDropped,
  type JsonObject,
  asRecord,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import {
  argumentsObject,
  chosenFunctions,
  functionNames,
  ownFields,
  imagesOf,
  present,
  reasoningOf,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

/** Options of the model's runner that callers of the chat format may write into the body by name. */
const RUNNER_OPTIONS = ['num_ctx', 'repeat_penalty', 'repeat_last_n', 'mirostat', 'mirostat_eta', 'mirostat_tau'];

/** Fields that only the server's own protocol has. */
export const NATIVE_FIELDS: readonly string[] = [...RUNNER_OPTIONS, 'options', 'keep_alive', 'think'];

const SPOKEN: readonly (keyof ChatSettings)[] = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'minP',
  'seed',
  'stop',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'responseFormat',
  'reasoning',
  'toolChoice',
  'logprobs',
  'topLogprobs',
];

/**
 * Writes the body of `POST /api/chat`; source: the server's 'API reference', read 2026-08.
 *
 * @throws CallRefusal for anything but text and images, and for images that are given as an address
 */
export function ollamaBody(upstreamCall: UpstreamCall): Record<string, unknown> {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: SPOKEN, fields: NATIVE_FIELDS, parts: ['reasoning', 'tools'] }, dropped);
  const functions = chosenFunctions(call, dropped);
  const options = writeOptions(upstreamCall, call.settings);
  const own = ownFields(upstreamCall, ['keep_alive', 'think']);
  return present({
    model: upstreamCall.model,
    stream: upstreamCall.isStream, // the server streams by default
    messages: writeMessages(call, dropped),
    tools: functions.length === 0 ? undefined : functions.map(writeTool),
    format: writeFormat(call.settings, dropped),
    options: Object.keys(options).length === 0 ? undefined : options,
    think: writeThink(call.settings, upstreamCall.model, dropped),
    logprobs: call.settings.logprobs,
    top_logprobs: call.settings.topLogprobs,
    ...own,
  });
}

function writeMessages(call: ChatCall, dropped: DroppedFields): readonly JsonObject[] {
  const names = functionNames(call.messages);
  return call.messages.flatMap(message => {
    const images = imagesOf(message, { takesImages: true, dropped });
    if (message.role === 'assistant') return [writeAssistant(message)];
    if (message.role !== 'user') return [{ role: 'system', content: textOf(message.blocks) }];
    const results = toolResultsOf(message.blocks).map(result => ({
      role: 'tool',
      content: resultText(result, dropped),
      tool_name: result.name ?? names.get(result.callId) ?? '',
      tool_call_id: result.callId,
    }));
    const content = textOf(message.blocks);
    if (content === '' && images.length === 0 && results.length > 0) return results;
    return [...results, present({ role: 'user', content, images: images.length ? images.map(bytesOf) : undefined })];
  });
}

function writeAssistant({ blocks }: ChatMessage): JsonObject {
  const thinking = reasoningOf(blocks);
  const calls = toolCallsOf(blocks).map(call => ({
    id: call.id,
    function: { name: call.name, arguments: argumentsObject(call) },
  }));
  return present({
    role: 'assistant',
    content: textOf(blocks),
    thinking: thinking === '' ? undefined : thinking,
    tool_calls: calls.length === 0 ? undefined : calls,
  });
}

/** The data of an image as base64 without a prefix. */
function bytesOf({ source }: ImageBlock): string {
  if (source.kind === 'data') return source.data;
  throw new CallRefusal('images must be sent as data, not as an address, to this model');
}

function writeTool({ name, description, parameters }: ReturnType<typeof chosenFunctions>[number]): JsonObject {
  const schema = parameters ?? { type: 'object', properties: {} };
  return { type: 'function', function: { name, description: description ?? '', parameters: schema } };
}

function writeFormat({ responseFormat }: ChatSettings, dropped: DroppedFields): unknown {
  if (responseFormat?.type === 'json') return 'json';
  if (responseFormat?.type !== 'schema') return undefined;
  if (responseFormat.description !== undefined) dropped.add('response_format.description');
  return responseFormat.schema;
}

function writeOptions(call: UpstreamCall, settings: ChatSettings): Record<string, unknown> {
  return {
    ...present({
      num_predict: settings.maxTokens,
      temperature: settings.temperature,
      top_p: settings.topP,
      top_k: settings.topK,
      min_p: settings.minP,
      seed: settings.seed,
      stop: settings.stop,
      frequency_penalty: settings.frequencyPenalty,
      presence_penalty: settings.presencePenalty,
      repeat_penalty: settings.repetitionPenalty,
    }),
    ...ownFields(call, RUNNER_OPTIONS),
    ...asRecord(ownFields(call, ['options']).options),
  };
}

/** Models of the gpt-oss family accept a level of thinking, all others only a switch. */
function writeThink({ reasoning }: ChatSettings, model: string, dropped: DroppedFields): boolean | string | undefined {
  if (reasoning?.effort === undefined && reasoning?.budgetTokens === undefined) return undefined;
  const effort = effortOf(reasoning);
  if (effort === 'none') return false;
  const isLevelKept = reasoning.effort !== undefined && ['low', 'medium', 'high'].includes(reasoning.effort);
  const takesLevel = /gpt-oss/i.test(model);
  if (!takesLevel || !isLevelKept) dropped.add('reasoning_effort');
  return takesLevel ? levelOf(effort) : true;
}

export function levelOf(effort: string | null): string {
  if (effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'high' || effort === 'xhigh' || effort === 'max' ? 'high' : 'medium';
}
