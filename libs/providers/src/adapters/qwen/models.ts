/** True for models whose messages hold parts and which have an address of their own in the native protocol. */
export function isMultimodal(model: string): boolean {
  return /vl|qvq|vision|omni|audio|ocr|-tts/i.test(model) || /^qwen(3\.[5-9]|[4-9])/i.test(model);
}

/** `-internet` at the end of a name means the model with its search switched on. */
export function withoutSearchSuffix(model: string): { readonly model: string; readonly searches: boolean } {
  const searches = model.endsWith('-internet');
  return { model: searches ? model.slice(0, -'-internet'.length) : model, searches };
}

/** True for models that only answer in a stream; source: the provider's model pages, read 2026-08. */
export function isStreamOnly(model: string): boolean {
  return /^(qwq|qvq)|omni/i.test(model);
}

/** True for the open models, which think by default and only stream while they think. */
export function isOpenThinker(model: string): boolean {
  return /^qwen3-(next-)?\d+(\.\d+)?b\b/i.test(model) && !/instruct/i.test(model);
}

/** True for models whose thinking cannot be switched off. */
export function alwaysThinks(model: string): boolean {
  return /^(qwq|qvq)|-thinking\b/i.test(model);
}
