import { type IncomingHttpHeaders } from 'node:http';
import { chatFormats, type Endpoint, type WireFormat } from '@formats';
import { isNestedDeeper } from '@contracts';
import { AppError } from '@kernel';
import { type CallContent } from '@providers';
import { checkFields } from './check-fields';

/** A caller's request, read once from the bytes. */
export interface RelayCall extends CallContent {
  /** The requested model name, which limits, prices and logs use. */
  readonly model: string;
  /** The alias by which the model was asked for; null for its own name. */
  readonly alias: string | null;
  /**
   * Whether the stream ends with usage. In the chat completions form the caller must ask for it; all other formats
   * always have it.
   */
  readonly wantsUsage: boolean;
  /** The larger of the caller's limits on the answer; null when there is none. */
  readonly maxTokens: number | null;
  /** All headers of the caller; only those that a channel's settings name ever leave the server. */
  readonly requestHeaders: Readonly<IncomingHttpHeaders>;
  /** Whether to refuse the call rather than drop a field in the conversion to another format. */
  readonly isStrict: boolean;
  /** Whether the stream is one JSON array instead of events; only callers in the Gemini format can ask for it. */
  readonly isArrayStream: boolean;
  /** Gives a JSON response the shape of the caller's route, where that differs from the endpoint's own. */
  readonly reshape: ((answer: unknown) => object) | null;
}

/** Everything that a route knows of a call, including its bytes. */
export interface CallOrigin {
  readonly endpoint: Endpoint;
  readonly format: WireFormat;
  readonly body: Buffer;
  readonly contentType?: string;
  /** The parsed body, for bodies that are not JSON or that were changed after they arrived. */
  readonly parsed?: Readonly<Record<string, unknown>>;
  /** The model named in the URL path; when absent, the body names it. */
  readonly model?: string;
  /** The caller's own model for calls that name none; empty for none. */
  readonly defaultModel?: string;
  /** Whether the URL path asks for a stream; when absent, the body decides. */
  readonly isStream?: boolean;
  readonly isArrayStream?: boolean;
  readonly isStrict?: boolean;
  readonly callerHeaders?: Readonly<Record<string, string>>;
  readonly requestHeaders?: Readonly<IncomingHttpHeaders>;
  readonly reshape?: (answer: unknown) => object;
}

const NO_HEADERS: IncomingHttpHeaders = {};
const MODEL_NAME_LENGTH_MAX = 255;
/** The model of a route whose body names none: docs/relay-rules.md#default-models. */
const DEFAULT_MODELS: Partial<Record<Endpoint, string>> = {
  moderations: 'text-moderation-latest',
  imageGenerations: 'dall-e-2',
  imageEdits: 'gpt-image-1',
  imageVariations: 'dall-e-2',
  speech: 'tts-1',
  transcriptions: 'whisper-1',
  translations: 'whisper-1',
};
const STREAMING: ReadonlySet<Endpoint> = new Set([
  'chat',
  'completions',
  'imageGenerations',
  'imageEdits',
  'speech',
  'transcriptions',
]);

/**
 * Parses and checks a body once; all later steps use the result.
 *
 * @throws AppError RELAY_BODY_INVALID or RELAY_*_INVALID with a sentence that names the field
 */
export function readCall(origin: CallOrigin): RelayCall {
  const { endpoint, body } = origin;
  const parsed = origin.parsed ?? parseObject(body);
  const format = formatOf(origin, parsed);
  const model = origin.model ?? readModel(endpoint, parsed, origin.defaultModel);
  const { maxTokens } = checkFields({ endpoint, format }, parsed);
  const isStream = STREAMING.has(endpoint) && (origin.isStream ?? asksForStream(endpoint, parsed));
  return {
    endpoint,
    format,
    model,
    alias: null,
    body,
    contentType: origin.contentType ?? 'application/json',
    parsed,
    isStream,
    wantsUsage: isStream && (format !== 'openai' || asksForUsage(parsed)),
    maxTokens,
    callerHeaders: origin.callerHeaders ?? {},
    requestHeaders: origin.requestHeaders ?? NO_HEADERS,
    isStrict: origin.isStrict ?? false,
    isArrayStream: isStream && (origin.isArrayStream ?? false),
    reshape: origin.reshape ?? null,
    chat: onFirstUse(() => chatFormats[format].readCall(parsed)),
  };
}

/** Returns the call with another body in the same format. */
export function withBody(call: RelayCall, changed: Pick<RelayCall, 'body' | 'parsed' | 'maxTokens'>): RelayCall {
  return { ...call, ...changed, chat: onFirstUse(() => chatFormats[call.format].readCall(changed.parsed)) };
}

/** Some clients send a body in the Responses form to the path of chat completions. */
function formatOf({ endpoint, format }: CallOrigin, parsed: Readonly<Record<string, unknown>>): WireFormat {
  const isResponses = parsed.messages === undefined && parsed.input !== undefined;
  return endpoint === 'chat' && format === 'openai' && isResponses ? 'responses' : format;
}

/**
 * Whether the body asks for a stream. Fields of a form are always texts; speech has a field of its own that asks for
 * events instead of bytes.
 */
function asksForStream(endpoint: Endpoint, parsed: Readonly<Record<string, unknown>>): boolean {
  if (endpoint === 'speech') return parsed.stream_format === 'sse';
  return parsed.stream === true || (parsed.files !== undefined && parsed.stream === 'true');
}

function asksForUsage(parsed: Readonly<Record<string, unknown>>): boolean {
  const options = parsed.stream_options as { include_usage?: unknown } | null | undefined;
  return options?.include_usage === true;
}

function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * The most levels that a body may be nested. Each level opens with a character of its own, so a body with fewer bytes
 * need not be checked.
 */
const DEPTH_MAX = 500;

/** @throws AppError RELAY_BODY_INVALID */
export function parseObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) throw new AppError('RELAY_BODY_INVALID', { params: { detail: 'the body is empty' } });
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    // The parser's own message quotes the text, which may be a prompt.
    throw new AppError('RELAY_BODY_INVALID', { params: { detail: 'the body is not valid JSON' } });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new AppError('RELAY_BODY_INVALID', { params: { detail: 'the body must be a JSON object' } });
  }
  if (body.length > DEPTH_MAX && isNestedDeeper(parsed, DEPTH_MAX)) {
    const detail = `the body must not be nested more than ${DEPTH_MAX} levels deep`;
    throw new AppError('RELAY_BODY_INVALID', { params: { detail } });
  }
  return parsed as Record<string, unknown>;
}

/** @param ownDefault stands in on routes that have no default of their own */
function readModel(endpoint: Endpoint, parsed: Readonly<Record<string, unknown>>, ownDefault = ''): string {
  const { model } = parsed;
  if (typeof model === 'string' && model !== '' && model.length <= MODEL_NAME_LENGTH_MAX) return model;
  const isAbsent = model === undefined || model === null || model === '';
  const standIn = DEFAULT_MODELS[endpoint] ?? ownDefault;
  if (isAbsent && standIn !== '') return standIn;
  const detail = isAbsent ? 'model is required' : `model must be a text of at most ${MODEL_NAME_LENGTH_MAX} characters`;
  throw new AppError('RELAY_TEXT_INVALID', { params: { detail } });
}
