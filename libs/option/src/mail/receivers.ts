/** Splits receivers as people write them: several stand in one text with semicolons between them. */
export function splitReceivers(texts: readonly string[]): readonly string[] {
  const receivers = texts.flatMap(text => text.split(';')).map(text => text.trim());
  return [...new Set(receivers.filter(text => text !== ''))];
}
