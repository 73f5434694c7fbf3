import { type Endpoint, type WireFormat } from '@formats';
import { AppError } from '@kernel';

type Parsed = Readonly<Record<string, unknown>>;

const MAX_TOKENS_MAX = 1_073_741_823;

/**
 * Checks the fields that every route requires before anything is reserved or sent: docs/relay-rules.md#required-fields.
 *
 * @returns the caller's limit on the answer; the larger one when there are two
 * @throws AppError RELAY_*_INVALID with a sentence that names the field
 */
export function checkFields(
  { endpoint, format }: { readonly endpoint: Endpoint; readonly format: WireFormat },
  parsed: Parsed,
): { readonly maxTokens: number | null } {
  const { stream } = parsed;
  const isForm = parsed.files !== undefined;
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean' && !isForm) {
    throw invalid('stream must be true or false');
  }
  checkRequired(endpoint, format, parsed);
  return { maxTokens: maxTokensIn(endpoint, format, parsed) };
}

function checkRequired(endpoint: Endpoint, format: WireFormat, parsed: Parsed): void {
  switch (endpoint) {
    case 'chat':
    case 'countTokens':
      return checkChat(endpoint, format, parsed);
    case 'completions':
      if (isEmpty(parsed.prompt)) throw missing('prompt');
      return;
    case 'edits':
      if (isEmpty(parsed.instruction)) throw missing('instruction');
      return;
    case 'moderations':
      if (isEmpty(parsed.input)) throw missing('input');
      return;
    case 'embeddings':
      if (isEmpty(parsed.input)) {
        throw new AppError('RELAY_EMBEDDING_INVALID', { params: { detail: 'input is empty' } });
      }
      return;
    case 'speech':
      if (isEmpty(parsed.input)) throw new AppError('RELAY_AUDIO_INVALID', { params: { detail: 'input is empty' } });
      return;
    case 'rerank':
      if (isEmpty(parsed.query)) throw new AppError('RELAY_QUERY_INVALID');
      if (isEmpty(parsed.documents)) throw new AppError('RELAY_DOCUMENTS_INVALID');
      return;
    case 'imageGenerations':
      if (isEmpty(parsed.prompt))
        throw new AppError('RELAY_IMAGE_INVALID', { params: { detail: 'prompt is required' } });
      return;
    default:
  }
}

function checkChat(endpoint: Endpoint, format: WireFormat, parsed: Parsed): void {
  if (format === 'gemini') {
    const nested = parsed.generateContentRequest as { contents?: unknown } | null | undefined;
    if (isEmpty(parsed.contents) && (endpoint === 'chat' || isEmpty(nested?.contents))) {
      throw invalid('contents is required');
    }
    return;
  }
  if (format === 'responses') {
    const isResumed = !isEmpty(parsed.previous_response_id) || !isEmpty(parsed.prompt) || !isEmpty(parsed.conversation);
    if (isEmpty(parsed.input) && !isResumed) throw invalid('input is required');
    return;
  }
  // A thread that the provider keeps may be continued without a new message.
  const isContinued = format === 'anthropic' && !isEmpty(parsed.thread);
  if (!Array.isArray(parsed.messages) || (parsed.messages.length === 0 && !isContinued)) throw missing('messages');
  if (!parsed.messages.every(message => typeof message === 'object' && message !== null)) {
    throw invalid('each entry of messages must be an object');
  }
}

const LIMIT_FIELDS: Readonly<Record<WireFormat, readonly string[]>> = {
  openai: ['max_tokens', 'max_completion_tokens'],
  anthropic: ['max_tokens'],
  gemini: ['maxOutputTokens', 'max_output_tokens'],
  responses: ['max_output_tokens'],
};

function maxTokensIn(endpoint: Endpoint, format: WireFormat, parsed: Parsed): number | null {
  if (endpoint === 'imageGenerations' || endpoint === 'imageEdits') return null;
  let larger: number | null = null;
  const holder = format === 'gemini' ? (parsed.generationConfig ?? parsed.generation_config ?? {}) : parsed;
  for (const field of LIMIT_FIELDS[format]) {
    const value = (holder as Parsed)[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_TOKENS_MAX) {
      throw invalid(`${field} is invalid`);
    }
    if (value > 0) larger = Math.max(larger ?? 0, value);
  }
  return larger;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function missing(field: string): AppError {
  return invalid(`field ${field} is required`);
}

function invalid(detail: string): AppError {
  return new AppError('RELAY_TEXT_INVALID', { params: { detail } });
}
