import { type WireFormat } from '@formats';
import { type RelayRoute } from '@relay';
import { jsonContent, reference, type Operation, type Schema } from './schema';

const TEXT: Schema = { type: 'string' };
const NUMBER: Schema = { type: 'number' };
const MAYBE_TEXT: Schema = { type: ['string', 'null'] };
const OBJECT: Schema = { type: 'object' };
const OBJECTS: Schema = { type: 'array', items: OBJECT };

/** An object of which these fields are certain; providers add others. */
function open(properties: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  const required = Object.keys(properties);
  return { type: 'object', properties: { ...properties, ...optional }, required, additionalProperties: true };
}

function listOf(name: string): Schema {
  return { type: 'array', items: reference(name) };
}

/** The formats' own shapes, as far as the relay answers for them. */
export const RELAY_SCHEMAS: Readonly<Record<string, Schema>> = {
  CallerError: {
    description: 'An error in the format of the path: OpenAI and Responses, Anthropic or Gemini.',
    anyOf: ['OpenAiError', 'AnthropicError', 'GeminiError'].map(reference),
  },
  OpenAiError: open({ error: open({ message: TEXT, type: TEXT, param: MAYBE_TEXT, code: MAYBE_TEXT }) }),
  AnthropicError: open({ type: { const: 'error' }, error: open({ type: TEXT, message: TEXT }), request_id: TEXT }),
  GeminiError: open({ error: open({ code: { type: 'integer' }, message: TEXT, status: TEXT }, { details: OBJECTS }) }),
  DrawingError: open({ type: TEXT, code: NUMBER, description: TEXT }),
  TaskError: open({ code: TEXT, message: TEXT }, { data: {} }),
  PlaygroundError: { anyOf: ['OpenAiError', 'Refusal'].map(reference) },
  ChatCompletion: open(
    {
      id: TEXT,
      object: { const: 'chat.completion' },
      created: NUMBER,
      model: TEXT,
      choices: { type: 'array', items: open({ index: NUMBER, message: OBJECT, finish_reason: MAYBE_TEXT }) },
    },
    { usage: OBJECT },
  ),
  Completion: open({ object: { const: 'text_completion' }, choices: OBJECTS }, { usage: OBJECT }),
  Embeddings: open({ object: { const: 'list' }, data: OBJECTS }, { model: TEXT, usage: OBJECT }),
  Moderations: open({ results: OBJECTS }),
  Rerank: open({ results: { type: 'array', items: open({ index: NUMBER, relevance_score: NUMBER }) } }),
  Images: open({ data: OBJECTS }),
  Transcript: open({ text: TEXT }),
  ResponsesAnswer: open({ id: TEXT, object: { const: 'response' }, model: TEXT, output: OBJECTS }),
  CompactedInput: open({ output: OBJECTS }),
  InputTokens: open({ input_tokens: NUMBER }),
  AnthropicMessage: open({
    id: TEXT,
    type: { const: 'message' },
    role: { const: 'assistant' },
    model: TEXT,
    content: { type: 'array', items: open({ type: TEXT }) },
    stop_reason: MAYBE_TEXT,
    usage: OBJECT,
  }),
  GeminiAnswer: open({ candidates: OBJECTS }, { usageMetadata: OBJECT, modelVersion: TEXT }),
  GeminiTokens: open({ totalTokens: NUMBER }),
  GeminiEmbedding: open({ embedding: OBJECT }),
  GeminiEmbeddings: open({ embeddings: OBJECTS }),
  Model: open({ id: TEXT, object: { const: 'model' }, created: NUMBER, owned_by: TEXT }),
  Models: open({ object: { const: 'list' }, data: listOf('Model') }),
  AnthropicModel: open({ id: TEXT, type: { const: 'model' }, display_name: TEXT, created_at: TEXT }),
  AnthropicModels: open({
    data: listOf('AnthropicModel'),
    first_id: MAYBE_TEXT,
    last_id: MAYBE_TEXT,
    has_more: { type: 'boolean' },
  }),
  GeminiModel: open({ name: TEXT, displayName: TEXT, supportedGenerationMethods: { type: 'array', items: TEXT } }),
  GeminiModels: open({ models: listOf('GeminiModel') }),
  PublisherModel: open({ name: TEXT, versionId: TEXT }),
  PublisherModels: open({ publisherModels: listOf('PublisherModel') }),
  KeySubscription: open({ object: { const: 'billing_subscription' }, hard_limit_usd: NUMBER, access_until: NUMBER }),
  KeyUsage: open({
    code: { const: true },
    message: TEXT,
    data: open({ object: { const: 'token_usage' }, name: TEXT, total_granted: NUMBER, total_used: NUMBER }),
  }),
  KeyLog: open({ success: { const: true }, message: TEXT, data: OBJECTS }),
  KeySpending: open({ object: { const: 'list' }, total_usage: NUMBER }),
};

/** The schema of errors of each family of routes; `shared` where the headers of a caller say which it is. */
const ERROR_OF = {
  openai: 'OpenAiError',
  responses: 'OpenAiError',
  anthropic: 'AnthropicError',
  gemini: 'GeminiError',
  shared: 'CallerError',
  drawing: 'DrawingError',
  task: 'TaskError',
  playground: 'PlaygroundError',
  holder: 'Refusal',
} as const satisfies Readonly<Record<WireFormat, string>> & Readonly<Record<string, string>>;

export type ErrorFamily = keyof typeof ERROR_OF;

const ANSWER_OF: Readonly<Record<string, string>> = {
  'openai chat': 'ChatCompletion',
  'openai completions': 'Completion',
  'openai edits': 'Completion',
  'openai embeddings': 'Embeddings',
  'openai moderations': 'Moderations',
  'openai rerank': 'Rerank',
  'openai imageGenerations': 'Images',
  'openai imageEdits': 'Images',
  'openai imageVariations': 'Images',
  'openai transcriptions': 'Transcript',
  'openai translations': 'Transcript',
  'responses chat': 'ResponsesAnswer',
  'responses responsesCompact': 'CompactedInput',
  'responses countTokens': 'InputTokens',
  'anthropic chat': 'AnthropicMessage',
  'anthropic countTokens': 'InputTokens',
};

/** Endpoints whose response may be a stream of events. */
const STREAMED: ReadonlySet<string> = new Set([
  'chat',
  'completions',
  'imageGenerations',
  'imageEdits',
  'transcriptions',
  'speech',
]);
/** Endpoints that also answer plain text, when the request asks for it. */
const WRITTEN: ReadonlySet<string> = new Set(['transcriptions', 'translations']);

const EVENTS = { 'text/event-stream': { schema: TEXT } } as const;
const MODEL_HEADER = {
  'x-sluice-model': { description: 'The model that served, when it is another one.', schema: TEXT },
} as const;

const ERROR_STATUSES = ['400', '401', '402', '403', '404', '500', '503', 'default'] as const;
const LIMIT_HEADERS = ['retry-after', 'x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests'] as const;

/** The refusals of each format, and those of a limit, as components. */
export const RELAY_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...new Set(Object.values(ERROR_OF))].flatMap(name => {
    const content = jsonContent(reference(name));
    const headers = Object.fromEntries(LIMIT_HEADERS.map(header => [header, { schema: { type: 'integer' } }]));
    const description = 'A limit is reached; the text names it and the seconds until it resets.';
    return [
      [name, { description: 'A refusal.', content }],
      [`${name}ForNow`, { description, headers, content }],
    ];
  }),
);

/** The refusals of a call. */
export function errorsOf(family: ErrorFamily): Operation['responses'] {
  const name = ERROR_OF[family];
  return {
    ...Object.fromEntries(ERROR_STATUSES.map(status => [status, { $ref: `#/components/responses/${name}` }])),
    '429': { $ref: `#/components/responses/${name}ForNow` },
  };
}

/** The responses of a call of the relay's table. */
export function answersOf({ endpoint, format }: RelayRoute): Operation['responses'] {
  const name = ANSWER_OF[`${format} ${endpoint}`];
  const content = {
    ...(name === undefined
      ? { 'audio/*': { schema: { type: 'string', format: 'binary' } } }
      : jsonContent(reference(name))),
    ...(STREAMED.has(endpoint) && EVENTS),
    ...(WRITTEN.has(endpoint) && { 'text/plain': { schema: TEXT } }),
  };
  const description = STREAMED.has(endpoint)
    ? 'The response; events where the request asks for them.'
    : 'The response.';
  return { '200': { description, headers: MODEL_HEADER, content }, ...errorsOf(format) };
}

/** The responses of `models/{model}:{action}`; the action says which of them. */
export function geminiAnswers(): Operation['responses'] {
  const names = ['GeminiAnswer', 'GeminiTokens', 'GeminiEmbedding', 'GeminiEmbeddings'];
  const content = { ...jsonContent({ anyOf: names.map(reference) }), ...EVENTS };
  const description = 'The response of the action; events of `streamGenerateContent` with `alt=sse`.';
  return { '200': { description, headers: MODEL_HEADER, content }, ...errorsOf('gemini') };
}

/** The lists of models, and one model: in the shape of the path, or of the headers that a family's clients send. */
export function modelAnswers(path: string): Operation['responses'] {
  const end = path.endsWith('/*') ? '' : 's';
  const isGoogle = /^\/(gemini|v1alpha|v1beta1?)\//.test(path) && !path.includes('/openai/');
  const families = path.includes('/publishers/') ? ['Publisher'] : isGoogle ? ['Gemini'] : ['', 'Anthropic', 'Gemini'];
  const [first = {}, ...others] = families.map(family => reference(`${family}Model${end}`));
  const schema = others.length > 0 ? { anyOf: [first, ...others] } : first;
  const format = families.length > 1 ? 'shared' : 'gemini';
  return { '200': { description: 'Models that the key may use.', content: jsonContent(schema) }, ...errorsOf(format) };
}

/** Quota and usage of a key, in the form of an account of OpenAI. */
export function accountAnswers(path: string): Operation['responses'] {
  const name = path.endsWith('/subscription') ? 'KeySubscription' : 'KeySpending';
  return {
    '200': { description: 'In dollars; usage in cents.', content: jsonContent(reference(name)) },
    ...errorsOf('openai'),
  };
}

/** What a key may ask of itself, in units. */
export function holderAnswers(path: string): Operation['responses'] {
  const name = path.includes('/usage/') ? 'KeyUsage' : 'KeyLog';
  return { '200': { description: 'In units.', content: jsonContent(reference(name)) }, ...errorsOf('holder') };
}
