import { type DroppedFields, budgetOf, type ChatCall, type ChatSettings, nameDropped, type JsonObject } from '@formats';
import { chosenFunctions, clamped, present } from '../../shared/read-call-parts';
import { schemaInstruction } from '../../shared/schema-instruction';
import { type NativeMessage, nativeMessages } from './native-messages';
import { isMultimodal, withoutSearchSuffix } from './models';

const HANDLED = [
  'temperature',
  'topP',
  'topK',
  'seed',
  'repetitionPenalty',
  'presencePenalty',
  'frequencyPenalty',
  'maxTokens',
  'stop',
  'n',
  'responseFormat',
  'reasoning',
  'toolChoice',
  'parallelToolCalls',
  'logprobs',
  'topLogprobs',
] as const satisfies readonly (keyof ChatSettings)[];

/** Fields of the provider that a caller of the chat format may write into the body by name. */
export const OWN_FIELDS = [
  'enable_search',
  'search_options',
  'enable_thinking',
  'thinking_budget',
  'preserve_thinking',
  'vl_high_resolution_images',
  'top_k',
  'repetition_penalty',
  'translation_options',
  'asr_options',
] as const;

const ANSWERS_MAX = 4;
const SEED_MAX = 2 ** 31 - 1;

/**
 * Writes the body of a chat call in the native protocol; source: the DashScope API reference, read 2026-08.
 *
 * @param own fields that the caller wrote for this provider; they take precedence
 * @throws CallRefusal for what the model cannot read
 */
export function nativeBody(
  call: ChatCall,
  request: { readonly model: string; readonly isStream: boolean; readonly own: JsonObject },
  dropped: DroppedFields,
): JsonObject {
  const { model, searches } = withoutSearchSuffix(request.model);
  nameDropped(call, { settings: HANDLED, fields: OWN_FIELDS, parts: ['tools', 'webSearch'] }, dropped);
  const messages = nativeMessages(call.messages, { isMultimodal: isMultimodal(model), dropped });
  const { settings } = call;
  const functions = chosenFunctions(call, dropped);
  if (functions.length === 0 && settings.parallelToolCalls === false) dropped.add('parallel_tool_calls');
  const parameters = present({
    // Without this field, old models return a bare text.
    result_format: 'message',
    incremental_output: request.isStream ? true : undefined,
    ...sampling(settings, dropped),
    max_tokens: settings.maxTokens,
    stop: settings.stop?.length ? settings.stop : undefined,
    n: answers(settings.n, functions.length > 0, dropped),
    response_format: formatOf(settings, dropped),
    ...thinking(settings),
    logprobs: settings.logprobs || undefined,
    top_logprobs: settings.topLogprobs,
    enable_search: searches || call.tools.some(tool => tool.type === 'webSearch') || undefined,
    ...(functions.length > 0 && {
      tools: functions.map(({ name, description, parameters: schema }) => ({
        type: 'function',
        function: present({ name, description, parameters: schema }),
      })),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    ...request.own,
  });
  return { model, input: { messages: inJson(messages, settings) }, parameters };
}

function sampling(settings: ChatSettings, dropped: DroppedFields): JsonObject {
  const limits = (name: string, min: number, max: number) => ({ name, min, max, dropped });
  return {
    temperature: clamped(settings.temperature, limits('temperature', 0.01, 1.99)),
    // The provider refuses both ends of the range; clients of OpenAI send 1 by default.
    top_p: clamped(settings.topP, limits('top_p', 0.001, 0.999)),
    top_k: settings.topK,
    seed: clamped(settings.seed, limits('seed', 0, SEED_MAX)),
    presence_penalty: clamped(settings.presencePenalty, limits('presence_penalty', -2, 2)),
    repetition_penalty: repetitionPenalty(settings, dropped),
  };
}

/** A positive frequency penalty becomes an approximate repetition penalty; a negative one cannot be expressed. */
function repetitionPenalty({ repetitionPenalty: wanted, frequencyPenalty = 0 }: ChatSettings, dropped: DroppedFields) {
  if (frequencyPenalty !== 0) dropped.add('frequency_penalty');
  return wanted ?? (frequencyPenalty > 0 ? 1 + frequencyPenalty / 2 : undefined);
}

function answers(n: number | undefined, hasTools: boolean, dropped: DroppedFields): number | undefined {
  if (n === undefined || n === 1) return undefined;
  const kept = hasTools ? 1 : Math.min(n, ANSWERS_MAX);
  if (kept !== n) dropped.add('n');
  return kept === 1 ? undefined : kept;
}

function formatOf({ responseFormat }: ChatSettings, dropped: DroppedFields): JsonObject | undefined {
  if (!responseFormat || responseFormat.type === 'text') return undefined;
  if (responseFormat.type === 'schema') dropped.add('response_format');
  return { type: 'json_object' };
}

/** Adds an instruction for a schema. The provider requires the word JSON in the messages in any case. */
function inJson(messages: readonly NativeMessage[], { responseFormat }: ChatSettings): readonly NativeMessage[] {
  if (!responseFormat || responseFormat.type === 'text') return messages;
  const isSchema = responseFormat.type === 'schema';
  if (!isSchema && /json/i.test(JSON.stringify(messages.map(({ content }) => content)))) return messages;
  const wanted = isSchema ? schemaInstruction(responseFormat.schema) : 'Answer in JSON.';
  const [first, ...rest] = messages;
  if (first?.role !== 'system')
    return [{ role: 'system', content: isParts(messages) ? [{ text: wanted }] : wanted }, ...messages];
  const content =
    typeof first.content === 'string' ? `${first.content}\n\n${wanted}` : [...first.content, { text: wanted }];
  return [{ ...first, content }, ...rest];
}

function isParts(messages: readonly NativeMessage[]): boolean {
  return messages.some(({ content }) => typeof content !== 'string');
}

function thinking({ reasoning }: ChatSettings): JsonObject {
  const budget = budgetOf(reasoning);
  if (budget === null) return {};
  return budget > 0 ? { enable_thinking: true, thinking_budget: budget } : { enable_thinking: budget !== 0 };
}
