import { DroppedFields, type ChatCall, type ChatReading, type JsonObject, at, isJsonObject } from '@formats';
import { type AnthropicPlatform, anthropicBody, anthropicReading } from '../anthropic';
import { type ReframeReading, type UpstreamCall } from '../../contract/upstream';
import { bedrockBody, refusesOutputFormat } from './messages-body';
import { readUnwrapped, unwrapFrame } from './stream';

/** The body of a call, its model, and how the answer is read. */
interface RequestBody {
  /** The gateway's name without its suffix, or the provider's id. */
  readonly model: string;
  readonly body: JsonObject;
  readonly answer: ChatReading | ReframeReading;
}

/**
 * The provider counts this limit against the account's tokens per minute, so the model's own maximum would be too high.
 */
const MAX_TOKENS_DEFAULT = 16_384;

const REFRAME: ReframeReading = { kind: 'reframe', framing: 'aws', unwrap: unwrapFrame };

/**
 * Builds the body of a call: the caller's own body when it is in the Messages format, otherwise one written from the
 * canonical form. A body is also written when the structured answer has to be requested in another way than the caller
 * did.
 */
export function requestBodyOf(call: UpstreamCall): RequestBody {
  return call.format === 'anthropic' && !asksInVain(call) ? passedBody(call) : writtenBody(call);
}

/**
 * True when this model does not accept the form in which the caller requests a structured answer; `output_format` needs
 * a beta that Bedrock does not know.
 */
function asksInVain({ parsed, model }: UpstreamCall): boolean {
  if (isJsonObject(parsed.output_format)) return true;
  return isJsonObject(at(parsed, 'output_config', 'format')) && refusesOutputFormat(model);
}

function passedBody(call: UpstreamCall): RequestBody {
  const { model, fields } = anthropicBody(call);
  const body = bedrockBody(fields, { model, betaHeader: betaHeaderOf(call), dropped: call.dropped });
  return { model, body, answer: REFRAME };
}

function writtenBody(call: UpstreamCall): RequestBody {
  const chat = call.chat();
  const lost = new DroppedFields();
  const platform: AnthropicPlatform = {
    fetchesUrls: false,
    hasFiles: false,
    ...(refusesOutputFormat(call.model) && { traits: { hasOutputFormat: false } }),
  };
  // A call in the Messages format that reaches this function is written like one of any other format.
  const asked: UpstreamCall = { ...call, format: 'openai', chat: () => withLimit(chat), dropped: lost };
  const { model, fields, reading } = anthropicBody(asked, platform);
  const body = bedrockBody(fields, { model, betaHeader: betaHeaderOf(call), dropped: lost });
  for (const name of lost.list) if (isLoss(name, chat)) call.dropped.add(usualName(name));
  const plain = anthropicReading(reading, 'aws');
  return { model, body, answer: { ...plain, openReader: () => readUnwrapped(plain.openReader()) } };
}

/** Only callers of the Messages format send betas that mean anything here. */
function betaHeaderOf({ format, callerHeaders }: UpstreamCall): string {
  return format === 'anthropic' ? (callerHeaders['anthropic-beta'] ?? '') : '';
}

function withLimit(chat: ChatCall): ChatCall {
  const { settings } = chat;
  return settings.maxTokens === undefined
    ? { ...chat, settings: { ...settings, maxTokens: MAX_TOKENS_DEFAULT } }
    : chat;
}

/** A field that only the gateway added does not count as dropped. */
function isLoss(name: string, { settings }: ChatCall): boolean {
  if (name === 'max_tokens') return settings.maxTokens !== undefined;
  return name !== 'parallel_tool_calls' || settings.parallelToolCalls === false;
}

/** Translates a field name of the Messages format into the name that callers of other formats know. */
function usualName(name: string): string {
  if (name.startsWith('tools.web_search')) return 'tools.web_search';
  switch (name) {
    case 'metadata':
      return 'user';
    case 'output_config.effort':
      return 'reasoning_effort';
    default:
      return name;
  }
}
