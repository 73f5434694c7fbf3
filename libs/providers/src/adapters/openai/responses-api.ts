import {
  responses,
  responsesErrorOf,
  type WireFormat,
  type ChatReading,
  type JsonObject,
  at,
  changedCopy,
  spliceJson,
} from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type ChannelTarget, type JsonReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { draftOfConverted, draftOfNative } from './responses-request';
import { isResponsesOnly } from './responses-models';

interface ResponsesOptions {
  /** True when chats of every format must use the Responses API; absent: the model's name decides. */
  readonly isOnly?: (call: UpstreamCall, target: ChannelTarget) => boolean;
  /**
   * True when this account has the Responses API; absent: every account has it. Without it, calls in the Responses
   * format are converted to the chat format.
   */
  readonly isOffered?: (call: UpstreamCall, target: ChannelTarget) => boolean;
  /** The model whose rules apply when an account uses another name for it; absent: the model of the call. */
  readonly modelBehind?: (call: UpstreamCall) => string;
  /** The endpoints of the API besides creating a response; absent: both. */
  readonly tasks?: readonly ('responsesCompact' | 'countTokens')[];
}

/**
 * The fields of a call that the endpoint for counting accepts; source: Responses API, "Get input token counts", read
 * 2026-08.
 */
const COUNTED = ['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning', 'parallel_tool_calls'];

/**
 * Adds the Responses API to an adapter of the OpenAI protocol. Calls in the Responses format pass as bytes, and models
 * that only this API serves receive the chats of all other formats through it. The given adapter must know the
 * addresses of `responsesCompact` and `countTokens`.
 */
export function withResponses(adapter: ProviderAdapter, options: ResponsesOptions = {}): ProviderAdapter {
  const tasks = options.tasks ?? (['responsesCompact', 'countTokens'] as const);
  const isOffered = options.isOffered ?? ((): boolean => true);
  const isOnly = options.isOnly ?? (({ model }: UpstreamCall): boolean => isResponsesOnly(model));
  return {
    ...adapter,
    endpoints: [...new Set([...adapter.endpoints, ...tasks])],
    nativeFormats: [...new Set([...adapter.nativeFormats, 'responses'] as const)],
    buildRequest(call, target): UpstreamRequest {
      const isNative = call.format === 'responses';
      if (!isOffered(call, target) || target.lacks?.includes('responses')) return adapter.buildRequest(call, target);
      switch (call.endpoint) {
        case 'chat': {
          if (isNative) return createRequest(adapter, call, target, draftOfNative(call));
          if (!isOnly(call, target)) return adapter.buildRequest(call, target);
          const request = createRequest(adapter, call, target, draftOfConverted(call, options.modelBehind?.(call)));
          return { ...request, answer: chatReading };
        }
        case 'responsesCompact':
          return send(adapter, call, target, draftOfNative(call));
        case 'countTokens': {
          if (isNative) return send(adapter, call, target, draftOfNative(call));
          const draft = draftOfConverted(call, options.modelBehind?.(call));
          draft.drop(...Object.keys(draft.fields).filter(key => !COUNTED.includes(key)));
          return { ...send(adapter, call, target, draft), answer: countReading(call.format) };
        }
        default:
          return adapter.buildRequest(call, target);
      }
    },
  };
}

/** The address for creating a response is the address for compacting without `/compact` at its end. */
function createRequest(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  target: ChannelTarget,
  draft: BodyDraft,
): UpstreamRequest {
  const request = send(adapter, { ...call, endpoint: 'responsesCompact' }, target, draft);
  return { ...request, url: request.url.replace(/\/compact(?=$|\?)/, '') };
}

/** The Responses API always reports usage and has no option for it. */
function send(adapter: ProviderAdapter, call: UpstreamCall, target: ChannelTarget, draft: BodyDraft): UpstreamRequest {
  const beta = call.callerHeaders['openai-beta'];
  const plain: UpstreamCall = { ...call, format: 'responses', addUsageOption: false };
  const request = adapter.buildRequest({ ...plain, model: draft.model }, target);
  const headers = beta === undefined ? request.headers : { ...request.headers, 'openai-beta': beta };
  const change = { model: draft.model, addUsageOption: false };
  const body =
    draft.hasChanged || draft.fields !== call.parsed
      ? Buffer.from(JSON.stringify(changedCopy(draft.fields, change)))
      : spliceJson(call.body, call.parsed, change);
  return { method: request.method, url: request.url, headers, body };
}

const chatReading: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer: body => responses.readAnswer(body),
  openReader: () => responses.openReader(),
  isError: body => responsesErrorOf(body) !== null,
};

function countReading(format: WireFormat): JsonReading {
  return {
    kind: 'json',
    convert: body => ({ body: shownCount(format, at(body, 'input_tokens')), usage: { kind: 'missing' } }),
    isError: body => typeof at(body, 'input_tokens') !== 'number',
  };
}

function shownCount(format: WireFormat, count: unknown): JsonObject {
  return format === 'gemini' ? { totalTokens: count } : { input_tokens: count };
}
