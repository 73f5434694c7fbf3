import { datedNameOf } from '@formats';

/**
 * The kinds of addresses that models have. `google`: Gemini's own format, embeddings, Imagen. `claude`: the Messages
 * format. `open`: chat completions with `publisher/model`. `partner`: chat completions at the publisher's own address.
 */
type ModelFamily = 'google' | 'claude' | 'open' | 'partner';

const GOOGLE = /^(?:gemini|gemma|text-embedding|text-multilingual-embedding|embedding-|imagen)/;
const ENDPOINT_NUMBER = /^\d+$/;

/** Publishers of open models by a part of the model's name. Source: "Model as a service" of Vertex AI, read 2026-08. */
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

/** The family of a provider's model name. A name that fits no other family belongs to Google's own models. */
export function modelFamilyOf(model: string): ModelFamily {
  const name = model.toLowerCase();
  if (name.startsWith('claude')) return 'claude';
  if (GOOGLE.test(name)) return 'google';
  if (name.includes('/') || name.endsWith('-maas') || name.includes('llama')) return 'open';
  return PARTNERS.some(([pattern]) => pattern.test(name)) ? 'partner' : 'google';
}

/** The path of a model of Google: its name, or the number of its endpoint when it was tuned. */
export function googlePath(model: string): string {
  return ENDPOINT_NUMBER.test(model) ? `endpoints/${model}` : `publishers/google/models/${segment(model)}`;
}

/** The path of a model whose publisher has an address of its own. */
export function partnerPath(model: string): string {
  const found = PARTNERS.find(([pattern]) => pattern.test(model.toLowerCase()));
  return `publishers/${found?.[1] ?? 'google'}/models/${segment(model)}`;
}

/** A model's id as one segment of a path; `@` stays unencoded, because the provider writes versions with it. */
export function segment(id: string): string {
  return encodeURIComponent(id).replaceAll('%40', '@');
}

/** The only name that is not formed by the date behind an `@`. */
const CLAUDE_IDS: Readonly<Record<string, string>> = { 'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022' };

/**
 * Turns `claude-haiku-4-5-20251001`, with or without its date, into `claude-haiku-4-5@20251001`; newer names have no
 * date.
 */
export function claudeIdOf(called: string): string {
  const model = datedNameOf(called);
  const known = Object.hasOwn(CLAUDE_IDS, model) ? CLAUDE_IDS[model] : undefined;
  return known ?? model.replace(/-(\d{8})$/, '@$1');
}

/** The id as `publisher/model`; the publisher is added when the name has none. */
export function openIdOf(model: string): string {
  if (model.includes('/')) return model;
  const name = model.toLowerCase();
  const found = OPEN_PUBLISHERS.find(([word]) => name.includes(word));
  return found ? `${found[1]}/${model}` : model;
}
