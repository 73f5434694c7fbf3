import { type Endpoint, type WireFormat } from '@formats';

/** One route of the relay. */
export interface RelayRoute {
  /** The path behind `/v1`; the prefix may also be missing or doubled, as some clients write it. */
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly format: WireFormat;
  /** Whether the body is a form with files instead of JSON. */
  readonly isForm?: boolean;
  /** Whether Azure has the path below its deployments, too; the deployment is the name of the model there. */
  readonly isDeployed?: boolean;
}

/** Paths of the OpenAI and Anthropic families. A trailing slash is accepted. */
export const relayRoutes: readonly RelayRoute[] = [
  { path: '/chat/completions', endpoint: 'chat', format: 'openai', isDeployed: true },
  { path: '/completions', endpoint: 'completions', format: 'openai', isDeployed: true },
  { path: '/edits', endpoint: 'edits', format: 'openai' },
  { path: '/embeddings', endpoint: 'embeddings', format: 'openai', isDeployed: true },
  { path: '/engines/:model/embeddings', endpoint: 'embeddings', format: 'openai' },
  { path: '/engines/:model/completions', endpoint: 'completions', format: 'openai' },
  { path: '/engines/:model/chat/completions', endpoint: 'chat', format: 'openai' },
  { path: '/moderations', endpoint: 'moderations', format: 'openai' },
  { path: '/rerank', endpoint: 'rerank', format: 'openai' },
  { path: '/images/generations', endpoint: 'imageGenerations', format: 'openai', isDeployed: true },
  { path: '/images/edits', endpoint: 'imageEdits', format: 'openai', isForm: true, isDeployed: true },
  { path: '/images/variations', endpoint: 'imageVariations', format: 'openai', isForm: true },
  { path: '/audio/speech', endpoint: 'speech', format: 'openai', isDeployed: true },
  { path: '/audio/transcriptions', endpoint: 'transcriptions', format: 'openai', isForm: true, isDeployed: true },
  { path: '/audio/translations', endpoint: 'translations', format: 'openai', isForm: true, isDeployed: true },
  { path: '/responses', endpoint: 'chat', format: 'responses' },
  { path: '/responses/compact', endpoint: 'responsesCompact', format: 'responses' },
  { path: '/responses/input_tokens', endpoint: 'countTokens', format: 'responses' },
  { path: '/messages', endpoint: 'chat', format: 'anthropic' },
  { path: '/messages/count_tokens', endpoint: 'countTokens', format: 'anthropic' },
];

/** The prefixes that a path of the table may have. */
const routePrefixes = ['/v1', '', '/v1/v1'] as const;

/** The prefix that some gateways give the Anthropic family. */
const claudePrefix = '/claude/v1';

/**
 * Prefixes at Azure, whose client is given an address without `/v1`. Source: Azure OpenAI's data plane reference; the
 * query `api-version` is not read.
 */
const azurePrefixes = ['/openai', '/openai/v1'] as const;
const deploymentPrefixes = ['/openai', '/openai/v1', '/v1', ''].map(prefix => `${prefix}/deployments/:deployment`);

/** All paths of a route whose body names the model. */
export function pathsOf({ format, path, endpoint }: RelayRoute): readonly string[] {
  const own = format === 'anthropic' ? [claudePrefix] : azurePrefixes;
  const paths = [...routePrefixes, ...own].map(prefix => prefix + path);
  return endpoint === 'rerank' ? [...paths, '/v2/rerank'] : paths; // Cohere's present version
}

/** The paths of a route at Azure, which name the model as a deployment. */
export function deploymentPathsOf({ path, isDeployed = false }: RelayRoute): readonly string[] {
  return isDeployed ? deploymentPrefixes.map(prefix => prefix + path) : [];
}

/** The path as the log shows it, whichever prefix the caller wrote. */
export function shownPathOf(path: string): string {
  return path.startsWith('/v1') ? path : `/v1${path}`;
}

/**
 * Verbs behind `models/{model}:` in the Gemini family; the path names the model, the verb and whether the response is a
 * stream.
 */
export const geminiActions = {
  generateContent: { endpoint: 'chat', isStream: false },
  streamGenerateContent: { endpoint: 'chat', isStream: true },
  countTokens: { endpoint: 'countTokens', isStream: false },
  embedContent: { endpoint: 'embeddings', isStream: false },
  batchEmbedContents: { endpoint: 'embeddings', isStream: false },
} as const satisfies Record<string, { readonly endpoint: Endpoint; readonly isStream: boolean }>;

export type GeminiAction = keyof typeof geminiActions;

/** Prefixes of the Gemini family; `/v1/models/x:generateContent` is accepted too. */
export const geminiPrefixes = [
  '/v1beta',
  '/v1',
  '/gemini/v1beta',
  '/gemini/v1',
  '/v1alpha',
  '/v1beta1',
  // Clients in the mode of Vertex AI, with a key of its own. Source: Vertex AI's REST reference, publishers.models.
  '/v1beta1/publishers/google',
  '/v1/publishers/google',
] as const;

/**
 * Routes that other gateways and the providers offer and this one does not; they return 501 after the key was checked.
 */
export const unofferedRoutes: readonly string[] = [
  '/files',
  '/files/*',
  '/fine-tunes',
  '/fine-tunes/*',
  '/fine_tuning/*',
  '/assistants',
  '/assistants/*',
  '/threads',
  '/threads/*',
  '/batches',
  '/batches/*',
  '/uploads',
  '/uploads/*',
  '/vector_stores',
  '/vector_stores/*',
  '/responses/*',
];
