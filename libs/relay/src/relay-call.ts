import { AppError } from '@kernel';
import { chatFormats, type ChatCall, type Endpoint, type WireFormat } from '@providers';

/** What a caller asked for, read once from the bytes. */
export interface RelayCall {
  readonly endpoint: Endpoint;
  readonly format: WireFormat;
  /** The requested name: limits, prices and logs use it. */
  readonly model: string;
  readonly body: Buffer;
  readonly contentType: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly isStream: boolean;
  /** The caller asked for the usage chunk at the end of the stream. */
  readonly wantsUsage: boolean;
  /** The larger of the two limits on the answer, or null when there is none. */
  readonly maxTokens: number | null;
  /** Headers of the caller that a vendor of the same format must see, see `UpstreamCall`. */
  readonly callerHeaders: Readonly<Record<string, string>>;
  /** The question of a chat in the canonical form; read on first use. */
  chat(): ChatCall;
}

const MAX_TOKENS_MAX = 1_073_741_823;
const MODEL_NAME_LENGTH_MAX = 255;

/**
 * Parses and checks a body once; everything later works on the result.
 *
 * @throws AppError RELAY_BODY_INVALID or RELAY_*_INVALID with a sentence that names the field
 */
export function readCall(endpoint: Endpoint, body: Buffer): RelayCall {
  const parsed = parseObject(body);
  const model = readModel(endpoint, parsed);
  checkFields(endpoint, parsed);
  const isStream = (endpoint === 'chat' || endpoint === 'completions') && parsed.stream === true;
  const streamOptions = parsed.stream_options as { include_usage?: unknown } | null | undefined;
  return {
    endpoint,
    format: 'openai',
    model,
    body,
    contentType: 'application/json',
    parsed,
    isStream,
    wantsUsage: isStream && streamOptions?.include_usage === true,
    maxTokens: readMaxTokens(parsed),
    callerHeaders: {},
    chat: onFirstUse(() => {
      const format = chatFormats.openai;
      if (!format) throw new AppError('RELAY_INTERNAL');
      return format.readCall(parsed);
    }),
  };
}

function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

function parseObject(body: Buffer): Record<string, unknown> {
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
  return parsed as Record<string, unknown>;
}

function readModel(endpoint: Endpoint, parsed: Record<string, unknown>): string {
  const { model } = parsed;
  if (typeof model === 'string' && model !== '' && model.length <= MODEL_NAME_LENGTH_MAX) return model;
  if ((model === undefined || model === '') && endpoint === 'moderations') return 'text-moderation-latest';
  const detail =
    model === undefined || model === null || model === ''
      ? 'model is required'
      : `model must be a text of at most ${MODEL_NAME_LENGTH_MAX} characters`;
  throw new AppError('RELAY_TEXT_INVALID', { params: { detail } });
}

function checkFields(endpoint: Endpoint, parsed: Record<string, unknown>): void {
  if (parsed.stream !== undefined && parsed.stream !== null && typeof parsed.stream !== 'boolean') {
    throw new AppError('RELAY_TEXT_INVALID', { params: { detail: 'stream must be true or false' } });
  }
  switch (endpoint) {
    case 'chat':
      if (!Array.isArray(parsed.messages) || parsed.messages.length === 0) throw missing('messages');
      if (!parsed.messages.every(message => typeof message === 'object' && message !== null)) {
        throw new AppError('RELAY_TEXT_INVALID', { params: { detail: 'each entry of messages must be an object' } });
      }
      return;
    case 'completions':
      if (isEmpty(parsed.prompt)) throw missing('prompt');
      return;
    case 'moderations':
      if (isEmpty(parsed.input)) throw missing('input');
      return;
    case 'embeddings':
      if (isEmpty(parsed.input)) {
        throw new AppError('RELAY_EMBEDDING_INVALID', { params: { detail: 'input is empty' } });
      }
      return;
    default:
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function missing(field: string): AppError {
  return new AppError('RELAY_TEXT_INVALID', { params: { detail: `field ${field} is required` } });
}

function readMaxTokens(parsed: Record<string, unknown>): number | null {
  let larger: number | null = null;
  for (const field of ['max_tokens', 'max_completion_tokens'] as const) {
    const value = parsed[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_TOKENS_MAX) {
      throw new AppError('RELAY_TEXT_INVALID', { params: { detail: `${field} is invalid` } });
    }
    if (value > 0) larger = Math.max(larger ?? 0, value);
  }
  return larger;
}
