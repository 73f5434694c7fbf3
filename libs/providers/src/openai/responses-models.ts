import { effortSuffix } from './model-family';

/**
 * Models that are offered on `/v1/responses` alone: the pro, codex and deep-research ones and the one that uses a
 * computer. Names of other providers end in `-pro`, too, hence the beginning counts.
 * Source: the endpoints on OpenAI's pages of models, read 2026-08.
 */
const ONLY_RESPONSES = [
  /^(gpt-\d|o\d).*-pro(-\d{4}-\d\d-\d\d)?$/,
  /^(gpt-\d.*-codex|codex-)/,
  /^o\d.*-deep-research/,
  /^computer-use-preview/,
];

export function isResponsesOnly(model: string): boolean {
  const name = effortSuffix(model)?.model ?? model;
  return ONLY_RESPONSES.some(pattern => pattern.test(name));
}

/** Models without reasoning refuse to be asked for its encrypted state; unknown names may have some. */
export function mayEncryptReasoning(model: string): boolean {
  return !/^(gpt-[34]|chatgpt-4o|computer-use-preview)/.test(model);
}
