import { channelTypes } from '@contracts';

/** The OpenAI form shows this date for models whose own date is not known. */
const CREATED_AT_SECONDS = 1_626_777_600;

const ownerOf: ReadonlyMap<string, string> = new Map(
  [...channelTypes]
    .reverse()
    .flatMap(type => type.defaultModels.map(model => [model, type.name.toLowerCase()] as const)),
);

/** One model in the OpenAI form. */
export function modelObject(id: string): object {
  return {
    id,
    object: 'model',
    created: CREATED_AT_SECONDS,
    owned_by: ownerOf.get(id) ?? 'custom',
    root: id,
    parent: null,
  };
}

/** `GET /v1/models` in the OpenAI form. */
export function modelList(names: readonly string[]): object {
  return { object: 'list', success: true, data: names.map(modelObject) };
}

const CREATED_AT_TEXT = new Date(CREATED_AT_SECONDS * 1000).toISOString().replace('.000Z', 'Z');
const PAGE_SIZE_MAX = 1000;

/** One model in the Anthropic form. */
export function anthropicModel(id: string): object {
  return { type: 'model', id, display_name: id, created_at: CREATED_AT_TEXT };
}

/** `GET /v1/models` in the Anthropic form, with its paging by `after_id`, `before_id` and `limit`. */
export function anthropicModelList(names: readonly string[], query: URLSearchParams): object {
  const limit = Math.min(Math.max(Number(query.get('limit')) || PAGE_SIZE_MAX, 1), PAGE_SIZE_MAX);
  const after = names.indexOf(query.get('after_id') ?? '');
  const before = names.indexOf(query.get('before_id') ?? '');
  const rest = before >= 0 ? names.slice(0, before) : names.slice(after + 1);
  const page = before >= 0 ? rest.slice(-limit) : rest.slice(0, limit);
  return {
    data: page.map(anthropicModel),
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
    has_more: page.length < rest.length,
  };
}

/** Methods that every model is listed with, because the gateway does not know the providers' true limits. */
const GEMINI_METHODS = ['generateContent', 'streamGenerateContent', 'countTokens', 'embedContent'];

/** One model in the Gemini form. */
export function geminiModel(id: string): object {
  return {
    name: `models/${id}`,
    baseModelId: id,
    version: '001',
    displayName: id,
    description: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: GEMINI_METHODS,
  };
}

/** `GET /v1beta/models`. */
export function geminiModelList(names: readonly string[]): object {
  return { models: names.map(geminiModel) };
}

/** One model in the form of Vertex AI. Source: its REST reference, publishers.models of v1beta1. */
export function publisherModel(id: string): object {
  return { name: `publishers/google/models/${id}`, versionId: 'default', launchStage: 'GA' };
}

/** `GET /v1beta1/publishers/google/models`. */
export function publisherModelList(names: readonly string[]): object {
  return { publisherModels: names.map(publisherModel) };
}
