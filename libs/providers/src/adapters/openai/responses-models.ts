import { effortSuffix } from './models';

/**
 * Models that only `/v1/responses` serves: the pro, codex and deep-research models and the one that uses a computer.
 * Names of other providers may also end in `-pro`, so the beginning of the name counts. Source: the endpoints on
 * OpenAI's pages of models, read 2026-08.
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

/**
 * False for models without reasoning, which refuse a request for its encrypted state; models of unknown name may have
 * such a state.
 */
export function mayEncryptReasoning(model: string): boolean {
  return !/^(gpt-[34]|chatgpt-4o|computer-use-preview)/.test(model);
}
