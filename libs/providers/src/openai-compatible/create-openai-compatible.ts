import { type ChatReading, type Endpoint, type OpenAiDialect, changedCopy, spliceJson } from '@formats';
import { type BalanceCapability, type ModelListCapability } from '../contract/account';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type AnswerReading, type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../contract/upstream';
import { type BodyDraft, draftOf } from './body-draft';
import { baseUrlOf } from '../shared/base-url';
import { chatReadingOf, draftOfForeign, isForeignChat, openSealedIds } from './chat-conversion';
import { modelListAt } from '../shared/model-list';
import { perTarget } from '../shared/per-target';
import { withFormModel } from '../shared/multipart-model';
import { type FailureRules, readFailure } from '../shared/read-failure';

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

/** The version with which all these paths begin; providers with a version of their own do not use it. */
const VERSION = '/v1';

const JSON_TYPE = 'application/json';

type Headers = UpstreamRequest['headers'];

/** The endpoints with one request and one response that OpenAI and compatible providers offer. */
export const OPENAI_ENDPOINTS = [
  'chat',
  'completions',
  'edits',
  'embeddings',
  'moderations',
  'rerank',
  'imageGenerations',
  'imageEdits',
  'imageVariations',
  'speech',
  'transcriptions',
  'translations',
] as const satisfies readonly Endpoint[];

/** How a provider differs from the plain OpenAI protocol. */
interface OpenAiCompatibleOptions {
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  readonly acceptsStreamOptions?: boolean;
  /** True when the channel's organisation is sent as `OpenAI-Organization`. */
  readonly sendsOrganization?: boolean;
  /** The address right before `/chat/completions`, when it is not the base address and `/v1`. */
  readonly apiRootOf?: (target: ChannelTarget) => string;
  /** The full address of a call, when it is not root and path. */
  readonly addressOf?: AddressOf;
  /**
   * Makes the changes that this provider needs in a body; an unchanged body is sent as the caller's bytes. Chats of
   * other formats arrive here after their conversion to the chat format.
   */
  readonly adapt?: (draft: BodyDraft, call: UpstreamCall, target: ChannelTarget) => void;
  /** How chats of other formats are written for this provider, and how its answers are read for their callers. */
  readonly dialect?: OpenAiDialect | ((call: UpstreamCall, target: ChannelTarget) => OpenAiDialect);
  /**
   * How answers to chats are read for every caller, so that none meets the provider's deviations. Without it the bytes
   * pass to callers of the chat format, and the answer is read by `dialect` for all others.
   */
  readonly reading?: ChatReading | ((call: UpstreamCall, target: ChannelTarget) => ChatReading | undefined);
  /** Readings for other answers to callers of the chat format; undefined where the bytes pass. */
  readonly answerOf?: (call: UpstreamCall, target: ChannelTarget) => AnswerReading | undefined;
  readonly failures?: FailureRules;
  /** The list of models: absent for `/models` at the root of the calls, null for providers that have none. */
  readonly models?: ModelListCapability | null;
  readonly balance?: BalanceCapability;
}

/** Creates an adapter for a provider that uses the OpenAI protocol, from its differences. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): ProviderAdapter {
  const rootOf = perTarget(options.apiRootOf ?? ((target): string => `${baseUrlOf(target)}${VERSION}`));
  const addressOf = options.addressOf ?? addressesAt(rootOf);
  const headersOf = perTarget(target => accountHeaders(target, options.sendsOrganization === true));
  const settings: BuildOptions = { ...options, addressOf, headersOf };
  const models = options.models === undefined ? modelListAt(rootOf) : options.models;
  return {
    id: options.id,
    channelTypes: options.channelTypes,
    endpoints: options.endpoints,
    nativeFormats: ['openai'],
    acceptsStreamOptions: options.acceptsStreamOptions ?? true,
    buildRequest: (call, target) => buildRequest(call, target, settings),
    readFailure: (response, target) => readFailure(response, options.failures ?? {}, target),
    ...(models && { models }),
    ...(options.balance && { balance: options.balance }),
  };
}

type AddressOf = (call: UpstreamCall, target: ChannelTarget) => string;

interface BuildOptions extends OpenAiCompatibleOptions {
  readonly addressOf: AddressOf;
  readonly headersOf: (target: ChannelTarget) => AccountHeaders;
}

/** The addresses behind a root, each put together once for an account. */
function addressesAt(rootOf: (target: ChannelTarget) => string): AddressOf {
  const known = perTarget(() => new Map<Endpoint, string>());
  return ({ endpoint }, target) => {
    const addresses = known(target);
    let address = addresses.get(endpoint);
    if (address === undefined) {
      address = rootOf(target) + ENDPOINT_PATHS[endpoint].slice(VERSION.length);
      addresses.set(endpoint, address);
    }
    return address;
  };
}

function buildRequest(call: UpstreamCall, target: ChannelTarget, options: BuildOptions): UpstreamRequest {
  const url = options.addressOf(call, target);
  const headers = headersFor(call, options.headersOf(target));
  if (call.endpoint === 'realtime') return realtimeRequest(call, url, headers);
  const reading = readingOf(call, target, options);
  if (isForeignChat(call)) {
    const dialect = dialectOf(call, target, options);
    const draft = draftOfForeign(call, dialect);
    options.adapt?.(draft, call, target);
    const answer = reading ?? chatReadingOf(call, dialect);
    return { method: 'POST', url, headers, body: serialised(draft, call), answer };
  }
  // The caller's own body is sent with all its fields, so none of them is dropped.
  const answer = reading ? { ...reading, hasNamedExtraFields: true } : options.answerOf?.(call, target);
  const body = bodyFor(call, target, options.adapt);
  return answer ? { method: 'POST', url, headers, body, answer } : { method: 'POST', url, headers, body };
}

function readingOf(call: UpstreamCall, target: ChannelTarget, { reading }: BuildOptions): ChatReading | undefined {
  if (call.endpoint !== 'chat') return undefined;
  return typeof reading === 'function' ? reading(call, target) : reading;
}

function dialectOf(call: UpstreamCall, target: ChannelTarget, { dialect }: BuildOptions): OpenAiDialect {
  return typeof dialect === 'function' ? dialect(call, target) : (dialect ?? {});
}

/** Builds a request for a realtime session, whose address names the model. */
function realtimeRequest(call: UpstreamCall, address: string, headers: Headers): UpstreamRequest {
  const url = new URL(address.replace(/^http/i, 'ws'));
  url.searchParams.set('model', call.model);
  const beta = call.callerHeaders['openai-beta'];
  const { 'content-type': _contentType, accept: _accept, 'accept-encoding': _encoding, ...kept } = headers;
  return { method: 'WEBSOCKET', url: url.href, headers: { ...kept, ...(beta && { 'openai-beta': beta }) }, body: null };
}

function isForm(call: UpstreamCall): boolean {
  return /^multipart\/form-data\b/i.test(call.contentType);
}

/** The headers of an account for the bodies and answers that most calls have. */
interface AccountHeaders {
  readonly json: Headers;
  readonly stream: Headers;
}

function accountHeaders(target: ChannelTarget, sendsOrganization: boolean): AccountHeaders {
  const organization = sendsOrganization && target.organization?.trim();
  const headersFor = (accept: string): Headers => ({
    authorization: `Bearer ${target.key.trim()}`,
    'content-type': JSON_TYPE,
    accept,
    // Bytes are passed on and scanned as they arrive; a compressed response would have to be unpacked first.
    'accept-encoding': 'identity',
    ...(organization && { 'openai-organization': organization }),
  });
  return { json: headersFor(JSON_TYPE), stream: headersFor('text/event-stream') };
}

function headersFor(call: UpstreamCall, { json, stream }: AccountHeaders): Headers {
  const headers = call.isStream ? stream : json;
  const accept = acceptFor(call);
  if (!isForm(call) && accept === headers.accept) return headers;
  return { ...headers, 'content-type': isForm(call) ? call.contentType : JSON_TYPE, accept };
}

function acceptFor({ endpoint, isStream }: UpstreamCall): string {
  if (isStream) return 'text/event-stream';
  // Responses of these endpoints may be audio, subtitles or plain text.
  const isMedia = endpoint === 'speech' || endpoint === 'transcriptions' || endpoint === 'translations';
  return isMedia ? '*/*' : JSON_TYPE;
}

function bodyFor(call: UpstreamCall, target: ChannelTarget, adapt: OpenAiCompatibleOptions['adapt']): Buffer {
  const draft = draftOf(call.parsed, call.model);
  adapt?.(draft, call, target);
  if (isForm(call)) return withFormModel(call.body, call.contentType, draft.model);
  openSealedIds(draft, call);
  if (draft.hasChanged) return serialised(draft, call);
  return spliceJson(call.body, call.parsed, { model: draft.model, addUsageOption: call.addUsageOption });
}

function serialised(draft: BodyDraft, { addUsageOption }: UpstreamCall): Buffer {
  return Buffer.from(JSON.stringify(changedCopy(draft.fields, { model: draft.model, addUsageOption })));
}
