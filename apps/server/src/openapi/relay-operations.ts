import {
  deploymentPathsOf,
  geminiActions,
  geminiPrefixes,
  pathsOf,
  relayRoutes,
  unofferedRoutes,
  type RelayRoute,
} from '@relay';
import {
  accountAnswers,
  answersOf,
  errorsOf,
  geminiAnswers,
  holderAnswers,
  modelAnswers,
  type ErrorFamily,
} from './relay-answers';
import { jsonContent, reference, type Operation, type Schema } from './schema';

/** A key in any of the ways in which clients of the four families send it. */
const KEY = [{ key: [] }, { anthropicKey: [] }, { googleKey: [] }, { azureKey: [] }] as const;

const LIST: Schema = { type: 'array' };
const TEXT: Schema = { type: 'string' };
const ANY: Schema = {};

/** What a body of an endpoint must hold; everything else passes to the provider, or is named when it is dropped. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'openai chat': { model: TEXT, messages: LIST },
  'openai completions': { model: TEXT, prompt: ANY },
  'openai edits': { model: TEXT, instruction: TEXT },
  'openai embeddings': { model: TEXT, input: ANY },
  'openai moderations': { input: ANY },
  'openai rerank': { model: TEXT, query: TEXT, documents: LIST },
  'openai imageGenerations': { prompt: TEXT },
  'openai imageEdits': { prompt: TEXT, image: ANY },
  'openai imageVariations': { image: ANY },
  'openai speech': { model: TEXT, input: TEXT, voice: ANY },
  'openai transcriptions': { model: TEXT, file: ANY },
  'openai translations': { model: TEXT, file: ANY },
  'responses chat': { model: TEXT, input: ANY },
  'responses responsesCompact': { model: TEXT, input: ANY },
  'responses countTokens': { model: TEXT, input: ANY },
  'anthropic chat': { model: TEXT, messages: LIST, max_tokens: { type: 'integer' } },
  'anthropic countTokens': { model: TEXT, messages: LIST },
};

interface Description {
  readonly pattern: RegExp;
  readonly tag: string;
  readonly summary: string;
  readonly security: Operation['security'];
  /** How it refuses; left out where `responses` says it. */
  readonly errors?: ErrorFamily;
  /** Left out where the route answers in the format of the provider. */
  readonly responses?: (path: string) => Operation['responses'];
}

/** The raw routes that are no call of the relay's table, by their paths; the first that fits. */
const DESCRIPTIONS: readonly Description[] = [
  {
    pattern: /^\/(healthz|readyz|metrics|openapi(\.json)?)$/,
    tag: 'Server',
    summary: 'state of the server',
    security: [],
  },
  {
    pattern: /^\/v1\/realtime$/,
    tag: 'Relay: openai',
    summary: 'a realtime session over WebSocket',
    security: [...KEY],
  },
  { pattern: /notify\/:secret$/, tag: 'Callbacks of providers', summary: 'news of a task', security: [] },
  {
    pattern: /^\/api\/(usage|log)\/token$/,
    tag: 'Key holders',
    summary: 'account and calls of the key',
    security: [...KEY],
    responses: holderAnswers,
  },
  {
    pattern: /^\/pg\//,
    tag: 'Playground',
    summary: 'a chat of the console',
    security: [{ session: [], user: [] }],
    errors: 'playground',
  },
  { pattern: /\/mj\/image\//, tag: 'Drawings', summary: 'an image, by a signed address', security: [] },
  {
    pattern: /\/mj\//,
    tag: 'Drawings',
    summary: 'as Midjourney proxies have it',
    security: [...KEY, { drawingKey: [] }],
    errors: 'drawing',
  },
  {
    pattern: /^\/(suno|kling|luma|runway|runwayml)\//,
    tag: 'Tasks',
    summary: 'songs and videos, as the provider has it',
    security: [...KEY],
    errors: 'task',
  },
  { pattern: /^\/v1\/videos?(\/|$)/, tag: 'Tasks', summary: 'videos', security: [...KEY], errors: 'openai' },
  {
    pattern: /\/models(\/\*)?$/,
    tag: 'Models',
    summary: 'models that the key may use',
    security: [...KEY],
    responses: modelAnswers,
  },
  {
    pattern: /\/dashboard\/billing\//,
    tag: 'Key holders',
    summary: 'quota and usage of the key',
    security: [...KEY],
    responses: accountAnswers,
  },
];

const calls: ReadonlyMap<string, RelayRoute> = new Map(
  relayRoutes.flatMap(route => [...pathsOf(route), ...deploymentPathsOf(route)].map(path => [path, route] as const)),
);
const geminiPaths: ReadonlySet<string> = new Set(geminiPrefixes.map(prefix => `${prefix}/models/*`));
const unoffered: ReadonlySet<string> = new Set(unofferedRoutes.map(path => `/v1${path}`));

/** Luma answers an accepted submission as something that was created. */
const CREATED = /^POST \/luma\/dream-machine\//;

/**
 * The operation of a route that is no controller's; null for one that this file does not know.
 *
 * @param answer what it answers where it succeeds, as its type says it
 */
export function rawOperation(method: string, path: string, answer: Schema | null): Operation | null {
  const route = method === 'POST' ? calls.get(path) : undefined;
  if (route) return callOf(route, path);
  if (method === 'POST' && geminiPaths.has(path)) return geminiCall();
  if (unoffered.has(path) || (method === 'DELETE' && path === '/v1/models/*')) {
    return {
      tags: ['Not offered'],
      summary: 'answers 501',
      security: [...KEY],
      responses: errorsOf('shared'),
    };
  }
  const found = DESCRIPTIONS.find(({ pattern }) => pattern.test(path));
  if (!found) return null;
  const { tag, summary, security, responses, errors = 'shared' } = found;
  const isKeyed = security.length > 0;
  return {
    tags: [tag],
    summary,
    security,
    ...(method === 'POST' && { requestBody: { content: jsonContent({ type: 'object' }) } }),
    responses: responses?.(path) ?? {
      [CREATED.test(`${method} ${path}`) ? '201' : '200']: {
        description: 'The response in the format of the path.',
        ...(answer && { content: jsonContent(answer) }),
      },
      ...(isKeyed && errorsOf(errors)),
    },
  };
}

function callOf(route: RelayRoute, asked: string): Operation {
  const { endpoint, format, isForm = false, path } = route;
  const fields = FIELDS[`${format} ${endpoint}`] ?? {};
  const isModelInPath = /:model|:deployment/.test(asked);
  const required = Object.keys(fields).filter(name => name !== 'model'); // a key may have a default model
  const schema: Schema = {
    type: 'object',
    properties: isModelInPath ? { ...fields, model: TEXT } : fields,
    ...(required.length > 0 && { required }),
    additionalProperties: true,
  };
  const isCanonical = asked === `/v1${path}`;
  return {
    tags: [`Relay: ${format}`],
    summary: isCanonical ? `${endpoint} in the format of ${format}` : `the call of /v1${path} at another path`,
    security: [...KEY],
    requestBody: { required: true, content: isForm ? { 'multipart/form-data': { schema } } : jsonContent(schema) },
    responses: answersOf(route),
  };
}

function geminiCall(): Operation {
  return {
    tags: ['Relay: gemini'],
    summary: 'a call in the format of Gemini',
    security: [...KEY],
    parameters: [{ name: 'action', in: 'path', required: true, schema: { enum: Object.keys(geminiActions) } }],
    requestBody: { required: true, content: jsonContent(reference('GeminiRequest')) },
    responses: geminiAnswers(),
  };
}
