import { DroppedFields, type ChatCall, type ChatReading, type UnknownRecord, at, isRecord } from '@formats';
import { type AnthropicPlatform, anthropicBody, anthropicReading } from '../anthropic';
import { type ReframeReading, type UpstreamCall } from '../spec/upstream';
import { bedrockBody, refusesOutputFormat } from './messages-body';
import { readUnwrapped, unwrapFrame } from './stream-frames';

/** What is asked, and how its answer is read. */
export interface Question {
  /** The gateway's name without suffix, or the provider's id. */
  readonly model: string;
  readonly body: UnknownRecord;
  readonly answer: ChatReading | ReframeReading;
}

/** The provider counts the limit against the account's tokens per minute, so the model's own maximum is too much to ask. */
const MAX_TOKENS_DEFAULT = 16_384;

const REFRAME: ReframeReading = { kind: 'reframe', framing: 'aws', unwrap: unwrapFrame };

/**
 * The body of a call: the caller's own one where it is in the Messages format, and one written from the canonical form
 * otherwise; the latter also where a structured answer has to be asked for in another way than the caller did.
 */
export function questionOf(call: UpstreamCall): Question {
  return call.format === 'anthropic' && !asksInVain(call) ? passedQuestion(call) : writtenQuestion(call);
}

/** Whether the caller asks for a structured answer as this model cannot be asked; `output_format` needs a beta unknown here. */
function asksInVain({ parsed, model }: UpstreamCall): boolean {
  if (isRecord(parsed.output_format)) return true;
  return isRecord(at(parsed, 'output_config', 'format')) && refusesOutputFormat(model);
}

function passedQuestion(call: UpstreamCall): Question {
  const { model, fields } = anthropicBody(call);
  const body = bedrockBody(fields, { model, betaHeader: betaHeaderOf(call), dropped: call.dropped });
  return { model, body, answer: REFRAME };
}

function writtenQuestion(call: UpstreamCall): Question {
  const chat = call.chat();
  const lost = new DroppedFields();
  const platform: AnthropicPlatform = {
    fetchesUrls: false,
    hasFiles: false,
    ...(refusesOutputFormat(call.model) && { traits: { hasOutputFormat: false } }),
  };
  // A call in the Messages format that comes here must be written like one of any other format.
  const asked: UpstreamCall = { ...call, format: 'openai', chat: () => withLimit(chat), dropped: lost };
  const { model, fields, reading } = anthropicBody(asked, platform);
  const body = bedrockBody(fields, { model, betaHeader: betaHeaderOf(call), dropped: lost });
  for (const name of lost.list) if (isLoss(name, chat)) call.dropped.add(usualName(name));
  const plain = anthropicReading(reading, 'aws');
  return { model, body, answer: { ...plain, openReader: () => readUnwrapped(plain.openReader()) } };
}

/** Only callers of the same format know what its betas mean. */
function betaHeaderOf({ format, callerHeaders }: UpstreamCall): string {
  return format === 'anthropic' ? (callerHeaders['anthropic-beta'] ?? '') : '';
}

function withLimit(chat: ChatCall): ChatCall {
  const { settings } = chat;
  return settings.maxTokens === undefined
    ? { ...chat, settings: { ...settings, maxTokens: MAX_TOKENS_DEFAULT } }
    : chat;
}

/** What was only added on the way to the provider is no loss of the caller's. */
function isLoss(name: string, { settings }: ChatCall): boolean {
  if (name === 'max_tokens') return settings.maxTokens !== undefined;
  return name !== 'parallel_tool_calls' || settings.parallelToolCalls === false;
}

/** Names of the Messages format as callers of other formats know them. */
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
