import {
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ResponseFormat,
  type DroppedFields,
  nameDropped,
  type JsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import {
  chosenFunctions,
  functionNames,
  ownFields,
  imagesOf,
  present,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

/** Without a limit the provider ends answers after 256 tokens, which callers would take for a fault of the gateway. */
export const DEFAULT_MAX_TOKENS = 2048;

/** Fields that only the provider's own protocol has. */
export const NATIVE_FIELDS: readonly string[] = ['lora', 'raw'];

const SPOKEN: readonly (keyof ChatSettings)[] = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'responseFormat',
  'toolChoice',
];

/**
 * Writes the body of `POST …/run/{model}` for text generation; source: 'Workers AI models' in the provider's manual,
 * read 2026-08.
 *
 * @throws CallRefusal for anything but text
 */
export function nativeBody(upstreamCall: UpstreamCall): Record<string, unknown> {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: SPOKEN, fields: NATIVE_FIELDS, parts: ['tools'] }, dropped);
  const { settings } = call;
  const functions = chosenFunctions(call, dropped).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description: description ?? '', parameters: parameters ?? { type: 'object', properties: {} } },
  }));
  return present({
    messages: writeMessages(call, dropped),
    stream: upstreamCall.isStream,
    max_tokens: settings.maxTokens ?? DEFAULT_MAX_TOKENS,
    temperature: settings.temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    seed: settings.seed,
    frequency_penalty: settings.frequencyPenalty,
    presence_penalty: settings.presencePenalty,
    repetition_penalty: settings.repetitionPenalty,
    response_format: writeFormat(settings.responseFormat),
    tools: functions.length > 0 ? functions : undefined,
    ...ownFields(upstreamCall, NATIVE_FIELDS),
  });
}

function writeFormat(format: ResponseFormat | undefined): JsonObject | undefined {
  if (format?.type === 'json') return { type: 'json_object' };
  return format?.type === 'schema' ? { type: 'json_schema', json_schema: format.schema } : undefined;
}

function writeMessages(call: ChatCall, dropped: DroppedFields): readonly JsonObject[] {
  const names = functionNames(call.messages);
  return call.messages.flatMap(message => writeMessage(message, names, dropped));
}

/** Calls have no ids in this protocol, so a result cannot refer to its call and is written as text. */
function writeMessage(message: ChatMessage, names: ReadonlyMap<string, string>, dropped: DroppedFields): JsonObject[] {
  const { role, blocks } = message;
  imagesOf(message, { takesImages: false, dropped });
  const content = textOf(blocks);
  if (role === 'system' || role === 'developer') return [{ role: 'system', content }];
  if (role === 'assistant') {
    if (toolCallsOf(blocks).length > 0) dropped.add('message.tool_calls');
    return content === '' ? [] : [{ role: 'assistant', content }];
  }
  const results = toolResultsOf(blocks).map(result => {
    const name = result.name ?? names.get(result.callId) ?? result.callId;
    return { role: 'user', content: `Function ${name} returned: ${resultText(result, dropped)}` };
  });
  return content === '' && results.length > 0 ? results : [...results, { role: 'user', content }];
}
