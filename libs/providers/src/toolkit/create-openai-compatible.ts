import { type BalanceCapability, type ModelListCapability } from '../spec/account';
import { type ProviderAdapter } from '../spec/provider-adapter';
import { type ChannelTarget, type Endpoint, type UpstreamCall, type UpstreamRequest } from '../spec/upstream';
import { type BodyDraft, draftOf } from './body-draft';
import { baseUrlOf } from './base-url';
import { MODEL_LIST } from './model-list';
import { type FailureRules, readFailure } from './read-failure';
import { changedCopy, spliceJson } from './splice-json';

/** Paths of the OpenAI protocol behind the base address. */
export const ENDPOINT_PATHS: Readonly<Record<Endpoint, string>> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  edits: '/v1/edits',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
  rerank: '/v1/rerank',
  imageGenerations: '/v1/images/generations',
  imageEdits: '/v1/images/edits',
  imageVariations: '/v1/images/variations',
  speech: '/v1/audio/speech',
  transcriptions: '/v1/audio/transcriptions',
  translations: '/v1/audio/translations',
  countTokens: '/v1/responses/input_tokens',
  responsesCompact: '/v1/responses/compact',
  realtime: '/v1/realtime',
};

/** How a vendor differs from the plain OpenAI protocol. Everything is optional except where it lives. */
export interface OpenAiCompatibleOptions {
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  readonly acceptsStreamOptions?: boolean;
  /** Whether the channel's organisation is sent as `OpenAI-Organization`. */
  readonly sendsOrganization?: boolean;
  /** Full address of a call, when it is not base address and path. */
  readonly addressOf?: (call: UpstreamCall, target: ChannelTarget) => string;
  /** Changes that this vendor needs in a body; what it leaves alone stays the caller's bytes. */
  readonly adapt?: (draft: BodyDraft, call: UpstreamCall) => void;
  readonly failures?: FailureRules;
  /** False for vendors without `GET /v1/models`. */
  readonly listsModels?: boolean;
  readonly balance?: BalanceCapability;
}

/** An adapter for a vendor that speaks the OpenAI protocol, from its address and its differences. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): ProviderAdapter {
  const addressOf =
    options.addressOf ??
    ((call: UpstreamCall, target: ChannelTarget): string => baseUrlOf(target) + ENDPOINT_PATHS[call.endpoint]);
  const models: ModelListCapability | undefined = options.listsModels === false ? undefined : MODEL_LIST;
  return {
    id: options.id,
    channelTypes: options.channelTypes,
    endpoints: options.endpoints,
    nativeFormats: ['openai'],
    acceptsStreamOptions: options.acceptsStreamOptions ?? true,
    buildRequest: (call, target): UpstreamRequest => ({
      method: 'POST',
      url: addressOf(call, target),
      headers: headersFor(call, target, options.sendsOrganization === true),
      body: bodyFor(call, options.adapt),
    }),
    readFailure: (response, target) => readFailure(response, options.failures ?? {}, target),
    ...(models && { models }),
    ...(options.balance && { balance: options.balance }),
  };
}

function headersFor(call: UpstreamCall, target: ChannelTarget, sendsOrganization: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${target.key.trim()}`,
    'content-type': 'application/json',
    accept: call.isStream ? 'text/event-stream' : 'application/json',
    // Bytes are passed on and scanned as they come; a compressed answer would have to be unpacked first.
    'accept-encoding': 'identity',
  };
  const organization = target.organization?.trim();
  if (sendsOrganization && organization) headers['openai-organization'] = organization;
  return headers;
}

function bodyFor(call: UpstreamCall, adapt: OpenAiCompatibleOptions['adapt']): Buffer {
  const draft = draftOf(call.parsed, call.model);
  adapt?.(draft, call);
  const change = { model: draft.model, addUsageOption: call.addUsageOption };
  if (!draft.hasChanged) return spliceJson(call.body, call.parsed, change);
  return Buffer.from(JSON.stringify(changedCopy(draft.fields, change)));
}
