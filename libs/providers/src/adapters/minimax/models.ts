/** True for the older models, which use the provider's second native protocol; all others use the OpenAI protocol. */
export function isNativeModel(model: string): boolean {
  return /^(abab|minimax-(text|vl)-01)/i.test(model);
}

/** True for models that read images. */
export function readsImages(model: string): boolean {
  return /^minimax-(vl-01|m3)/i.test(model);
}
