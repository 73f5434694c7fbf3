import { type ModelTraits, claudeTraitsOf } from './models';
import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatCall, type ChatSettings } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { limitCacheMarks } from './cache-marks';
import { type MessagesReadingOptions } from './stream-reader';
import { type WireBlock, some, writeText } from './write-content';
import { settleEnding, writeConversation } from './write-messages';
import { TOP_P_MIN_THINKING, type ThinkingPlan, planThinking } from './write-thinking';
import { type ToolPlan, planTools } from './write-tools';

interface MessagesRequest {
  readonly model: string;
  readonly isStream: boolean;
  /** The traits in which a cloud platform differs from the model, e.g. a cloud without structured output. */
  readonly traits?: Partial<ModelTraits>;
}

/** A body, and the facts that are needed to read its answer. */
interface WrittenCall {
  readonly body: JsonObject;
  readonly reading: MessagesReadingOptions;
}

/**
 * Writes a call as a body of the Messages API, within the limits of its model. Source: 'Messages' of Anthropic's API
 * reference, read 2026-08.
 */
export function writeMessagesCall(call: ChatCall, request: MessagesRequest, dropped: DroppedFields): WrittenCall {
  const traits: ModelTraits = { ...claudeTraitsOf(request.model), ...request.traits };
  const { settings } = call;
  const conversation = writeConversation(call.messages, traits, dropped);
  const plan = planTools(call, traits, dropped);
  const thinking = planThinking(
    {
      wanted: settings.reasoning,
      maxTokens: settings.maxTokens,
      // A requested form of the answer, or a required call, takes precedence over thinking that the caller did not
      // request.
      mustBeOff: plan.jsonTool !== null || (plan.isForced && settings.reasoning === undefined),
      isLoopUnsigned: conversation.isLoopUnsigned,
    },
    traits,
    dropped,
  );
  settleEnding(conversation.messages, traits.refusesPrefill || thinking.isOn, dropped);
  const system = [...conversation.system, ...instructionOf(plan)];
  limitCacheMarks([...plan.tools, ...system, ...conversation.messages.flatMap(message => message.content)], dropped);
  const choice = choiceBeside(thinking, plan, dropped);
  const body = {
    model: request.model,
    max_tokens: thinking.maxTokens,
    ...(system.length > 0 && { system }),
    messages: conversation.messages,
    ...(plan.tools.length > 0 && { tools: plan.tools }),
    ...(choice && { tool_choice: choice }),
    ...writeSettings(settings, { traits, isThinking: thinking.isOn }, dropped),
    ...outputConfig(thinking, plan),
    ...(thinking.thinking && { thinking: thinking.thinking }),
    ...(request.isStream && { stream: true }),
  };
  return { body, reading: readingOf(call, plan) };
}

function instructionOf({ instruction }: ToolPlan): WireBlock[] {
  return some(instruction === null ? null : writeText(instruction));
}

/** While it thinks, a model may be allowed to call a tool, but not be forced to. */
function choiceBeside(
  thinking: ThinkingPlan,
  { choice, isForced }: ToolPlan,
  dropped: DroppedFields,
): JsonObject | null {
  if (!choice || !isForced || !thinking.isOn) return choice;
  dropped.add('tool_choice');
  const { name: _name, ...rest } = choice;
  return { ...rest, type: 'auto' };
}

function outputConfig({ effort }: ThinkingPlan, { outputFormat }: ToolPlan): JsonObject {
  if (effort === undefined && !outputFormat) return {};
  return { output_config: { ...(effort !== undefined && { effort }), ...(outputFormat && { format: outputFormat }) } };
}

function readingOf({ tools }: ChatCall, { jsonTool }: ToolPlan): MessagesReadingOptions {
  const customTools = new Set(tools.flatMap(tool => (tool.type === 'custom' ? [tool.name] : [])));
  return { ...(jsonTool !== null && { jsonTool }), ...(customTools.size > 0 && { customTools }) };
}

/** Every setting is named here, so that a new one does not compile until it has been handled. */
function writeSettings(
  settings: ChatSettings,
  context: { readonly traits: ModelTraits; readonly isThinking: boolean },
  dropped: DroppedFields,
): JsonObject {
  const {
    maxTokens: _maxTokens,
    reasoning: _reasoning,
    responseFormat: _responseFormat,
    toolChoice: _toolChoice,
    parallelToolCalls: _parallelToolCalls,
    temperature,
    topP,
    topK,
    stop,
    user,
    serviceTier,
    minP,
    presencePenalty,
    frequencyPenalty,
    repetitionPenalty,
    seed,
    n,
    logprobs,
    topLogprobs,
    logitBias,
    verbosity,
    modalities,
    audio,
    metadata,
    store,
    promptCacheKey,
    ...rest
  } = settings;
  rest satisfies Record<string, never>;
  const unsayable = {
    min_p: minP,
    repetition_penalty: repetitionPenalty,
    seed,
    logit_bias: logitBias,
    verbosity,
    audio,
  };
  nameLost({ ...unsayable, metadata, prompt_cache_key: promptCacheKey, top_logprobs: topLogprobs }, dropped);
  // These settings have a value that asks for what happens anyway.
  nameLost(
    { presence_penalty: presencePenalty || undefined, frequency_penalty: frequencyPenalty || undefined },
    dropped,
  );
  nameLost({ logprobs: logprobs || undefined, store: store || undefined, n: n === 1 ? undefined : n }, dropped);
  nameLost({ modalities: modalities?.every(word => word === 'text') ? undefined : modalities }, dropped);
  return {
    ...writeSampling({ temperature, topP, topK }, context, dropped),
    ...writeStop(stop, dropped),
    ...writeTier(serviceTier, dropped),
    ...(user !== undefined && { metadata: { user_id: user } }),
  };
}

function nameLost(values: JsonObject, dropped: DroppedFields): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) dropped.add(name);
}

interface Sampling {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
}

function writeSampling(
  { temperature, topP, topK }: Sampling,
  { traits, isThinking }: { readonly traits: ModelTraits; readonly isThinking: boolean },
  dropped: DroppedFields,
): JsonObject {
  if (traits.refusesSampling) {
    nameLost({ temperature, top_p: topP, top_k: topK }, dropped);
    return {};
  }
  const fields: Record<string, number> = {};
  const isTopPRefused = topP !== undefined && isThinking && topP < TOP_P_MIN_THINKING;
  if (temperature !== undefined && !isThinking) fields.temperature = Math.min(temperature, 1);
  if (topK !== undefined && !isThinking) fields.top_k = topK;
  const isBoth = traits.refusesTwoSamplings && fields.temperature !== undefined;
  if (topP !== undefined && !isTopPRefused && !isBoth) fields.top_p = topP;
  if (fields.temperature !== temperature) dropped.add('temperature');
  if (fields.top_k !== topK) dropped.add('top_k');
  if (fields.top_p !== topP) dropped.add('top_p');
  return fields;
}

/** A sequence of white space alone is refused. */
function writeStop(stop: readonly string[] | undefined, dropped: DroppedFields): JsonObject {
  const kept = stop?.filter(sequence => sequence.trim() !== '') ?? [];
  if (kept.length !== (stop?.length ?? 0)) dropped.add('stop');
  return kept.length > 0 ? { stop_sequences: kept } : {};
}

function writeTier(tier: string | undefined, dropped: DroppedFields): JsonObject {
  if (tier === 'auto') return { service_tier: 'auto' };
  if (tier === 'default') return { service_tier: 'standard_only' };
  if (tier !== undefined) dropped.add('service_tier');
  return {};
}
