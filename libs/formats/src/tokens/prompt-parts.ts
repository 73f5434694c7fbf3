import { type Endpoint } from '../canonical/endpoint';
import { type WireFormat } from '../canonical/chat';
import { imageTokens } from './image-tokens';
import { type JsonObject, asList, asRecord, asText, at, isJsonObject } from '../json/read-value';

/** How texts are measured: by a vocabulary, or by an estimate. */
interface Measure {
  readonly model: string;
  textTokens(text: string): number;
  /** Called for each image, audio, file or video, with the tokens that it was counted for. */
  media?(part: JsonObject, tokens: number): void;
}

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_ANSWER_START = 3;
const TOKENS_PER_TOOL = 8;
const AUDIO_PART_TOKENS = 100;
const FILE_PART_TOKENS = 5_000;
const VIDEO_PART_TOKENS = 8_192;

/** Messages and parts beyond this number are not counted; because of the body limit only abuse gets there. */
const ITEMS_MAX = 100_000;

/** The kind of prompt that is measured: the fields differ by endpoint, and in chats by the caller's format. */
export interface PromptKind {
  readonly endpoint: Endpoint;
  readonly format: WireFormat;
}

/** The tokens of everything in a request that a model reads. */
export function sumPrompt(parsed: JsonObject, { endpoint, format }: PromptKind, measure: Measure): number {
  switch (endpoint) {
    case 'chat':
    case 'countTokens':
      return format === 'openai' ? chatTokens(parsed, measure) : TOKENS_PER_ANSWER_START + treeTokens(parsed, measure);
    case 'completions':
      return inputTokens(parsed.prompt, measure) + inputTokens(parsed.suffix, measure);
    case 'edits':
      return inputTokens(parsed.input, measure) + inputTokens(parsed.instruction, measure);
    case 'embeddings':
    case 'moderations':
    case 'speech':
      return inputTokens(parsed.input, measure);
    case 'rerank':
      return inputTokens(parsed.query, measure) + treeTokens(parsed.documents, measure);
    case 'imageGenerations':
    case 'imageEdits':
    case 'imageVariations':
    case 'transcriptions':
    case 'translations':
      return inputTokens(parsed.prompt, measure);
    case 'responsesCompact':
      return treeTokens(parsed, measure);
    case 'realtime':
      return 0;
  }
}

/** Fields that hold bytes, ids or marks, which a model does not read as text. */
const UNREAD_FIELDS: ReadonlySet<string> = new Set([
  'data',
  'file_data',
  'fileData',
  'image_url',
  'url',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'id',
  'call_id',
  'tool_use_id',
  'model',
  'cache_control',
  'metadata',
]);

/** The members that stand for media in each format, with the tokens that each counts for. */
const MEDIA_TOKENS: Readonly<Record<string, number>> = {
  image: 765,
  input_image: 765,
  inlineData: 765,
  inline_data: 765,
  document: FILE_PART_TOKENS,
  input_file: FILE_PART_TOKENS,
  fileData: FILE_PART_TOKENS,
  input_audio: AUDIO_PART_TOKENS,
};

const TREE_DEPTH_MAX = 64;

/**
 * Counts every text anywhere in a body, in any format; names of fields in schemas count because the model reads them,
 * too.
 */
function treeTokens(value: unknown, measure: Measure, depth = 0): number {
  if (typeof value === 'string') return measure.textTokens(value);
  if (depth > TREE_DEPTH_MAX) return 0;
  if (Array.isArray(value)) {
    let tokens = 0;
    for (const item of value.slice(0, ITEMS_MAX)) tokens += treeTokens(item, measure, depth + 1);
    return tokens;
  }
  if (!isJsonObject(value)) return 0;
  let tokens = mediaTokens(value);
  if (tokens > 0) measure.media?.(value, tokens);
  for (const [key, item] of Object.entries(value)) {
    if (key === 'parameters' || key === 'input_schema' || key === 'schema') tokens += jsonTokens(item, measure);
    else if (!UNREAD_FIELDS.has(key)) tokens += treeTokens(item, measure, depth + 1);
  }
  return tokens;
}

function mediaTokens(record: JsonObject): number {
  const { type } = record;
  if (typeof type === 'string' && Object.hasOwn(MEDIA_TOKENS, type)) return MEDIA_TOKENS[type] ?? 0;
  if ('inlineData' in record || 'inline_data' in record) return MEDIA_TOKENS.inlineData ?? 0;
  return 'fileData' in record ? FILE_PART_TOKENS : 0;
}

function chatTokens(parsed: JsonObject, measure: Measure): number {
  let tokens = TOKENS_PER_ANSWER_START;
  for (const message of asList(parsed.messages).slice(0, ITEMS_MAX)) {
    if (isJsonObject(message)) tokens += messageTokens(message, measure);
  }
  for (const tool of asList(parsed.tools).slice(0, ITEMS_MAX))
    tokens += toolTokens(at(tool, 'function') ?? tool, measure);
  for (const tool of asList(parsed.functions).slice(0, ITEMS_MAX)) tokens += toolTokens(tool, measure);
  const schema = at(parsed, 'response_format', 'json_schema', 'schema');
  return tokens + (schema === undefined ? 0 : jsonTokens(schema, measure));
}

function messageTokens(message: JsonObject, measure: Measure): number {
  // Roles are one token in every vocabulary.
  let tokens = TOKENS_PER_MESSAGE + 1;
  const name = asText(message.name);
  if (name !== '') tokens += 1 + measure.textTokens(name);
  tokens += contentTokens(message.content, measure);
  tokens += textTokens(message.reasoning_content ?? message.reasoning, measure);
  for (const call of asList(message.tool_calls).slice(0, ITEMS_MAX)) tokens += calledTokens(call, measure);
  return message.function_call === undefined
    ? tokens
    : tokens + calledTokens({ function: message.function_call }, measure);
}

function contentTokens(content: unknown, measure: Measure): number {
  if (typeof content === 'string') return measure.textTokens(content);
  if (isJsonObject(content)) return partTokens(content, measure);
  return asList(content)
    .slice(0, ITEMS_MAX)
    .reduce<number>((sum, part) => sum + partTokens(part, measure), 0);
}

function partTokens(part: unknown, measure: Measure): number {
  if (typeof part === 'string') return measure.textTokens(part);
  const record = asRecord(part);
  if (!record) return 0;
  const tokens = mediaPartTokens(record, measure.model);
  if (tokens === null) return textTokens(record.text ?? record.refusal, measure);
  measure.media?.(record, tokens);
  return tokens;
}

/** The tokens of a part of a chat message that is not text; null for any other part. */
function mediaPartTokens(record: JsonObject, model: string): number | null {
  switch (record.type) {
    case 'image_url':
    case 'image':
      return askedImageTokens(record.image_url ?? record.image, model);
    case 'input_audio':
    case 'audio_url':
      return AUDIO_PART_TOKENS;
    case 'file':
      return FILE_PART_TOKENS;
    case 'video_url':
      return VIDEO_PART_TOKENS;
    default:
      return null;
  }
}

function askedImageTokens(image: unknown, model: string): number {
  const url = typeof image === 'string' ? image : asText(at(image, 'url'));
  return imageTokens(url, asText(at(image, 'detail')), model);
}

/** Counts a call that the model made earlier: its name and arguments. */
function calledTokens(call: unknown, measure: Measure): number {
  const body = asRecord(at(call, 'function')) ?? asRecord(at(call, 'custom'));
  const given = body?.arguments ?? body?.input;
  return (
    textTokens(body?.name, measure) + (isJsonObject(given) ? jsonTokens(given, measure) : textTokens(given, measure))
  );
}

/** Counts a tool of the call: name, description and the JSON of its parameters. */
function toolTokens(tool: unknown, measure: Measure): number {
  const parameters = at(tool, 'parameters');
  const described = textTokens(at(tool, 'name'), measure) + textTokens(at(tool, 'description'), measure);
  return TOKENS_PER_TOOL + described + (parameters === undefined ? 0 : jsonTokens(parameters, measure));
}

/**
 * Counts a text, a list of texts, a list of token ids, or a list of such lists; for multimodal moderation also parts.
 */
function inputTokens(input: unknown, measure: Measure): number {
  if (typeof input === 'string') return measure.textTokens(input);
  let tokens = 0;
  for (const item of asList(input)) {
    if (typeof item === 'number') tokens += 1;
    else if (Array.isArray(item)) tokens += item.length;
    else tokens += partTokens(item, measure);
  }
  return tokens;
}

function jsonTokens(value: unknown, measure: Measure): number {
  return measure.textTokens(JSON.stringify(value));
}

function textTokens(text: unknown, measure: Measure): number {
  return typeof text === 'string' && text !== '' ? measure.textTokens(text) : 0;
}
