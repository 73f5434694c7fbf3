import { type DroppedFields } from '../canonical/dropped-fields';
import { effortOf } from '../canonical/reasoning';
import { type ChatCall, type ChatSettings, type ReasoningOptions, type ResponseFormat } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { shortUser } from '../canonical/short-user';
import { INCLUDE_LOGPROBS, INCLUDE_REASONING } from './read-call';
import { writeItems } from './write-items';
import { writeToolChoice, writeTools } from './write-tools';

/**
 * Writes a call as the body of `POST /v1/responses`, complete in itself: nothing is stored at the provider, and the
 * state of its reasoning is sent back encrypted. Source: Responses API reference, read 2026-08.
 */
export function writeCall(
  call: ChatCall,
  request: { readonly model: string; readonly isStream: boolean },
  dropped: DroppedFields,
): JsonObject {
  for (const name of call.extraFields) dropped.add(name);
  const { instructions, input } = writeItems(call.messages, dropped);
  const tools = writeTools(call.tools, dropped);
  const isLogged = call.settings.logprobs === true;
  return {
    model: request.model,
    ...(instructions !== undefined && { instructions }),
    input,
    ...(request.isStream && { stream: true }),
    store: false,
    include: isLogged ? [INCLUDE_REASONING, INCLUDE_LOGPROBS] : [INCLUDE_REASONING],
    ...(tools.length > 0 && { tools }),
    ...writeSettings(call, dropped),
  };
}

function writeSettings({ settings, tools }: ChatCall, dropped: DroppedFields): JsonObject {
  const { responseFormat, verbosity, reasoning, toolChoice, topLogprobs, logprobs, parallelToolCalls, ...rest } =
    settings;
  const hasTools = tools.length > 0;
  const isChoiceLost = !hasTools && (toolChoice?.type === 'required' || toolChoice?.type === 'tool');
  if (isChoiceLost) dropped.add('tool_choice');
  const text = { ...(responseFormat && { format: writeFormat(responseFormat) }), ...(verbosity && { verbosity }) };
  if (topLogprobs !== undefined && logprobs !== true) dropped.add('top_logprobs');
  return {
    ...plainSettings(rest, dropped),
    ...(settings.user !== undefined && { user: shortUser(settings.user) }),
    ...(topLogprobs !== undefined && logprobs === true && { top_logprobs: topLogprobs }),
    ...(Object.keys(text).length > 0 && { text }),
    ...writeReasoning(reasoning, dropped),
    ...(toolChoice && hasTools && { tool_choice: writeToolChoice(toolChoice, tools) }),
    ...(parallelToolCalls !== undefined && hasTools && { parallel_tool_calls: parallelToolCalls }),
  };
}

type PlainSettings = Omit<
  ChatSettings,
  'responseFormat' | 'verbosity' | 'reasoning' | 'toolChoice' | 'topLogprobs' | 'logprobs' | 'parallelToolCalls'
>;

/**
 * The field of each setting, or null when this format has none; a new setting does not compile until it stands here.
 */
const FIELDS: Readonly<Record<keyof PlainSettings, { readonly field: string | null; readonly loss: string }>> = {
  maxTokens: { field: 'max_output_tokens', loss: '' },
  temperature: { field: 'temperature', loss: '' },
  topP: { field: 'top_p', loss: '' },
  topK: { field: null, loss: 'top_k' },
  minP: { field: null, loss: 'min_p' },
  presencePenalty: { field: null, loss: 'presence_penalty' },
  frequencyPenalty: { field: null, loss: 'frequency_penalty' },
  repetitionPenalty: { field: null, loss: 'repetition_penalty' },
  seed: { field: null, loss: 'seed' },
  n: { field: null, loss: 'n' },
  stop: { field: null, loss: 'stop' },
  logitBias: { field: null, loss: 'logit_bias' },
  modalities: { field: null, loss: 'modalities' },
  audio: { field: null, loss: 'audio' },
  user: { field: 'user', loss: '' },
  metadata: { field: 'metadata', loss: '' },
  serviceTier: { field: 'service_tier', loss: '' },
  store: { field: null, loss: 'store' },
  promptCacheKey: { field: 'prompt_cache_key', loss: '' },
};

/** Tells whether a value asks for what happens without the field. */
function isDefault(key: string, value: unknown): boolean {
  if (key === 'n') return value === 1;
  if (key === 'store') return value === false;
  return key === 'modalities' && Array.isArray(value) && value.length === 1 && value[0] === 'text';
}

function plainSettings(settings: PlainSettings, dropped: DroppedFields): JsonObject {
  const written: Record<string, unknown> = {};
  for (const [key, { field, loss }] of Object.entries(FIELDS)) {
    const value = settings[key as keyof PlainSettings]; // the keys of the table are the keys of the type
    if (value === undefined) continue;
    if (field !== null) written[field] = value;
    else if (!isDefault(key, value)) dropped.add(loss);
  }
  return written;
}

/** A caller who wants to read the reasoning gets a summary, the only form in which this provider shows it. */
function writeReasoning(wanted: ReasoningOptions | undefined, dropped: DroppedFields): JsonObject {
  if (!wanted) return {};
  const effort = effortOf(wanted);
  if (wanted.budgetTokens !== undefined) dropped.add('reasoning.budget_tokens');
  const summary = wanted.summary ?? (wanted.isShown === true ? 'auto' : undefined);
  const reasoning = { ...(effort && { effort }), ...(summary !== undefined && { summary }) };
  return Object.keys(reasoning).length > 0 ? { reasoning } : {};
}

function writeFormat(format: ResponseFormat): JsonObject {
  switch (format.type) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'schema': {
      const { name, schema, description, strict } = format;
      return {
        type: 'json_schema',
        name,
        schema,
        ...(description !== undefined && { description }),
        ...(strict !== undefined && { strict }),
      };
    }
  }
}
