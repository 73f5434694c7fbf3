/** The id of a response in the Responses format; null when it has none. */
export function responseIdOf(response: unknown): string | null {
  const { id } = (response ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : null;
}
