import {
  MessagesStreamReader,
  type MessagesReadingOptions,
  readMessage,
  writeMessagesCall,
  isReadable,
  TOP_P_MIN_THINKING,
  fitBudget,
  CallRefusal,
  type ChatBlock,
  type ChatCall,
  type MediaSource,
  type ChatReading,
  type StreamFraming,
  type JsonObject,
  type ModelTraits,
  defaultMaxTokensOf,
  splitThinkingSuffix,
  claudeTraitsOf,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { withoutForeignReasoning, withoutUnsignedBudget } from './foreign-reasoning';

/** The beta that a call must name when it refers to files stored at the provider. */
const FILES_BETA = 'files-api-2025-04-14';
/** The prefix of the id of every file that is stored at the provider. */
const FILE_ID = 'file_';

/** How a cloud that serves the provider's models differs from the provider itself. */
export interface AnthropicPlatform {
  /** Overrides what the model can do at the provider itself, e.g. `{hasOutputFormat: false}`. */
  readonly traits?: Partial<ModelTraits>;
  /** False where images and documents must be sent as data; true when absent. */
  readonly fetchesUrls?: boolean;
  /** False where files stored at the provider cannot be read; true when absent. */
  readonly hasFiles?: boolean;
}

/** A body of the Messages API without `model` and `stream`, which some clouds expect elsewhere. */
interface AnthropicBody {
  /** The model's name without the suffix that asks for thinking. */
  readonly model: string;
  readonly fields: JsonObject;
  /** How the answer is read into the canonical form. */
  readonly reading: MessagesReadingOptions;
  /** True when the fields are the caller's own and only `model` and `stream` may differ. */
  readonly isUntouched: boolean;
  /** The betas that the body needs. */
  readonly betas: readonly string[];
}

/**
 * Builds the body of a chat or of a token count. A caller of the Messages format keeps every field as it was, unless
 * the model's name asks for thinking or the conversation holds reasoning of other providers.
 *
 * @throws CallRefusal when the call holds audio, videos, or files that the cloud cannot read
 */
export function anthropicBody(call: UpstreamCall, platform: AnthropicPlatform = {}): AnthropicBody {
  const { model, wantsThinking } = splitThinkingSuffix(call.model);
  const traits = { ...claudeTraitsOf(model), ...platform.traits };
  if (call.format === 'anthropic') {
    const { model: _model, stream: _stream, ...own } = call.parsed;
    const fields = withoutForeignReasoning(own, call);
    const added = wantsThinking && call.endpoint === 'chat' ? thinkingBeside(fields, traits) : null;
    const isUntouched = !added && fields === own;
    const sent = isUntouched ? fields : withoutUnsignedBudget({ ...fields, ...added }, call);
    return { model, fields: sent, reading: {}, isUntouched, betas: [] };
  }
  const asked = call.chat();
  refuseUnreadable(asked, platform);
  const chat = wantsThinking ? withThinking(asked) : asked;
  const request = { model, isStream: false, ...(platform.traits && { traits: platform.traits }) };
  const { body, reading } = writeMessagesCall(chat, request, call.dropped);
  const { model: _model, ...fields } = body;
  return { model, fields, reading, isUntouched: false, betas: hasStoredFile(asked) ? [FILES_BETA] : [] };
}

/** Reads answers of the Messages API into the canonical form. */
export function anthropicReading(options: MessagesReadingOptions, framing: StreamFraming = 'sse'): ChatReading {
  return {
    kind: 'chat',
    framing,
    readAnswer: body => readMessage(body, options),
    openReader: () => new MessagesStreamReader(options),
  };
}

/** Asks for thinking, unless the caller has set reasoning. */
function withThinking(call: ChatCall): ChatCall {
  if (call.settings.reasoning) return call;
  return { ...call, settings: { ...call.settings, reasoning: { budgetTokens: -1 } } };
}

/**
 * The fields that switch thinking on in a caller's own body. Sampling fields that thinking refuses become undefined.
 * Null when the caller has set `thinking` or the model cannot think.
 */
function thinkingBeside(fields: JsonObject, traits: ModelTraits): JsonObject | null {
  if (fields.thinking !== undefined || traits.thinking === 'none') return null;
  const topP = fields.top_p;
  const isTopPRefused = typeof topP === 'number' && topP < TOP_P_MIN_THINKING;
  const dropped = { temperature: undefined, top_k: undefined, ...(isTopPRefused && { top_p: undefined }) };
  if (traits.thinking !== 'budget') return { thinking: { type: 'adaptive' }, ...dropped };
  const given = fields.max_tokens;
  const isGiven = typeof given === 'number';
  const answer = isGiven ? given : defaultMaxTokensOf(traits);
  const sizes = { wanted: Math.floor(answer * 0.8), answer, most: traits.outputTokensMax ?? Infinity, isGiven };
  const { budget, maxTokens } = fitBudget(sizes);
  return { thinking: { type: 'enabled', budget_tokens: budget }, max_tokens: maxTokens, ...dropped };
}

function refuseUnreadable(call: ChatCall, platform: AnthropicPlatform): void {
  for (const { role, blocks } of call.messages) {
    if (role !== 'user') continue;
    for (const block of blocks) {
      refuseBlock(block, platform);
      if (block.type === 'toolResult') for (const part of block.content) refuseBlock(part, platform);
    }
  }
}

function refuseBlock(block: ChatBlock, platform: AnthropicPlatform): void {
  switch (block.type) {
    case 'audio':
    case 'video':
      throw new CallRefusal(`${block.type} input is not supported by this model`);
    case 'image':
    case 'file':
      if (!isReadable(block)) throw new CallRefusal(`this type of ${block.type} is not supported by this model`);
      refuseSource(block.source, platform);
      return;
    default:
      return;
  }
}

function refuseSource(source: MediaSource, platform: AnthropicPlatform): void {
  if (source.kind === 'url' && platform.fetchesUrls === false) {
    throw new CallRefusal('images and files must be sent as data, not as an address, to this model');
  }
  if (source.kind === 'stored' && (platform.hasFiles === false || !source.id.startsWith(FILE_ID))) {
    throw new CallRefusal('file_id names a file that this model cannot read; send its data instead');
  }
}

function hasStoredFile({ messages }: ChatCall): boolean {
  const isStored = (block: ChatBlock): boolean =>
    ((block.type === 'image' || block.type === 'file') && block.source.kind === 'stored') ||
    (block.type === 'toolResult' && block.content.some(isStored));
  return messages.some(message => message.blocks.some(isStored));
}
