import { type DroppedFields } from './dropped-fields';
import { type ChatBlock, type ChatCall, type ChatSettings, type ChatTool } from './chat';

/**
 * The usual name of each setting, which is its field in the chat format; a new setting does not compile until it has
 * one.
 */
export const SETTING_NAMES: Readonly<Record<keyof ChatSettings, string>> = {
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  minP: 'min_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  repetitionPenalty: 'repetition_penalty',
  seed: 'seed',
  n: 'n',
  stop: 'stop',
  logprobs: 'logprobs',
  topLogprobs: 'top_logprobs',
  logitBias: 'logit_bias',
  responseFormat: 'response_format',
  reasoning: 'reasoning_effort',
  verbosity: 'verbosity',
  toolChoice: 'tool_choice',
  parallelToolCalls: 'parallel_tool_calls',
  modalities: 'modalities',
  audio: 'audio',
  user: 'user',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  store: 'store',
  promptCacheKey: 'prompt_cache_key',
};

/** The parts of a call that a provider's own protocol can express; everything else is named as dropped. */
interface Spoken {
  /** Settings that the provider's writer handles itself, which includes naming them as dropped. */
  readonly settings: readonly (keyof ChatSettings)[];
  /** Fields of the caller's own body that the writer copies by name. */
  readonly fields?: readonly string[];
  readonly parts?: readonly ('reasoning' | 'imageDetail' | 'toolStrict' | 'tools' | 'webSearch')[];
}

/**
 * Names the dropped fields of a call to a provider with its own protocol, in one walk over the call: settings, marks on
 * blocks and tools, and the fields that the canonical form has no place for either. Images, audio and documents are
 * left to the provider's writer.
 */
export function nameDropped(call: ChatCall, spoken: Spoken, dropped: DroppedFields): void {
  const parts = new Set(spoken.parts ?? []);
  for (const name of call.extraFields) if (!spoken.fields?.includes(name)) dropped.add(name);
  for (const key of Object.keys(SETTING_NAMES) as (keyof ChatSettings)[]) {
    if (!spoken.settings.includes(key) && saysSomething(call.settings, key)) dropped.add(SETTING_NAMES[key]);
  }
  for (const message of call.messages) {
    if (message.name !== undefined) dropped.add('message.name');
    for (const block of message.blocks) nameMarks(block, parts, dropped);
  }
  for (const tool of call.tools) nameTool(tool, parts, dropped);
}

type Parts = ReadonlySet<NonNullable<Spoken['parts']>[number]>;

/** A value that asks for what happens anyway is not named as dropped. */
function saysSomething(settings: ChatSettings, key: keyof ChatSettings): boolean {
  const value = settings[key];
  if (value === undefined) return false;
  switch (key) {
    case 'n':
      return value !== 1;
    case 'presencePenalty':
    case 'frequencyPenalty':
      return value !== 0;
    case 'logprobs':
    case 'store':
      return value === true;
    case 'parallelToolCalls':
      return value === false;
    case 'toolChoice':
      return settings.toolChoice?.type !== 'auto';
    case 'responseFormat':
      return settings.responseFormat?.type !== 'text';
    case 'modalities':
      return settings.modalities?.some(word => word !== 'text') === true;
    case 'reasoning':
      return settings.reasoning?.effort !== undefined || settings.reasoning?.budgetTokens !== undefined;
    default:
      return true;
  }
}

function nameMarks(block: ChatBlock, parts: Parts, dropped: DroppedFields): void {
  if ('cache' in block && block.cache) dropped.add('message.cache_control');
  if ('seal' in block && block.seal) dropped.add('message.reasoning_signature');
  if (block.type === 'text' && block.citations) dropped.add('message.citations');
  if (block.type === 'refusal') dropped.add('message.refusal');
  if (block.type === 'image' && block.detail !== undefined && !parts.has('imageDetail')) {
    dropped.add('message.image_detail');
  }
  if (block.type === 'reasoning' && !parts.has('reasoning') && block.text !== '') dropped.add('message.reasoning');
  if (block.type !== 'toolResult') return;
  if (block.isError === true) dropped.add('message.is_error');
  for (const inner of block.content) nameMarks(inner, parts, dropped);
}

function nameTool(tool: ChatTool, parts: Parts, dropped: DroppedFields): void {
  if (tool.type === 'webSearch') {
    if (!parts.has('webSearch')) dropped.add('tools.web_search');
    return;
  }
  if (tool.type === 'custom') {
    dropped.add('tools.custom');
    return;
  }
  if (!parts.has('tools')) dropped.add('tools');
  if (tool.cache) dropped.add('tools.cache_control');
  if (tool.strict === true && !parts.has('toolStrict')) dropped.add('tools.strict');
}
