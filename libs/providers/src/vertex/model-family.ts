import { datedNameOf } from '@formats';

/**
 * Which of the provider's addresses a model has. `google`: Gemini's own format, embeddings, Imagen. `claude`: the
 * Messages format. `open`: chat completions with `publisher/model`. `partner`: the publisher's own address, chat completions too.
 */
export type ModelFamily = 'google' | 'claude' | 'open' | 'partner';

const GOOGLE = /^(?:gemini|gemma|text-embedding|text-multilingual-embedding|embedding-|imagen)/;
const ENDPOINT_NUMBER = /^\d+$/;

/** Publishers of open models, by what is in the model's name. Source: "Model as a service" of Vertex AI, read 2026-08. */
const OPEN_PUBLISHERS: readonly (readonly [string, string])[] = [
  ['llama', 'meta'],
  ['deepseek', 'deepseek-ai'],
  ['qwen', 'qwen'],
  ['gpt-oss', 'openai'],
  ['kimi', 'moonshotai'],
  ['glm', 'zai-org'],
  ['minimax', 'minimaxai'],
];

const PARTNERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:mistral|codestral)/, 'mistralai'],
  [/^jamba/, 'ai21'],
];

/** The family of a provider's model name. Names that no family claims are Google's own. */
export function modelFamilyOf(model: string): ModelFamily {
  const name = model.toLowerCase();
  if (name.startsWith('claude')) return 'claude';
  if (GOOGLE.test(name)) return 'google';
  if (name.includes('/') || name.endsWith('-maas') || name.includes('llama')) return 'open';
  return PARTNERS.some(([pattern]) => pattern.test(name)) ? 'partner' : 'google';
}

/** Where a model of Google's is called: by its name, or, when it was tuned, by the number of its endpoint. */
export function googlePath(model: string): string {
  return ENDPOINT_NUMBER.test(model) ? `endpoints/${model}` : `publishers/google/models/${segment(model)}`;
}

/** Where a model of a publisher with an address of its own is called. */
export function partnerPath(model: string): string {
  const found = PARTNERS.find(([pattern]) => pattern.test(model.toLowerCase()));
  return `publishers/${found?.[1] ?? 'google'}/models/${segment(model)}`;
}

/** A model's id as one segment of the path; the provider writes its versions with a plain `@`. */
export function segment(id: string): string {
  return encodeURIComponent(id).replaceAll('%40', '@');
}

/** The one name that is not the date behind an `@`. */
const CLAUDE_IDS: Readonly<Record<string, string>> = { 'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022' };

/** `claude-haiku-4-5-20251001`, or without its day, is `claude-haiku-4-5@20251001` here; newer names have no date. */
export function claudeIdOf(called: string): string {
  const model = datedNameOf(called);
  const known = Object.hasOwn(CLAUDE_IDS, model) ? CLAUDE_IDS[model] : undefined;
  return known ?? model.replace(/-(\d{8})$/, '@$1');
}

/** `publisher/model`; the publisher is added where the operator left it out. */
export function openIdOf(model: string): string {
  if (model.includes('/')) return model;
  const name = model.toLowerCase();
  const found = OPEN_PUBLISHERS.find(([word]) => name.includes(word));
  return found ? `${found[1]}/${model}` : model;
}
