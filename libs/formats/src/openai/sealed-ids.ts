import { type SealedReasoning, openCallId, sealedCallId } from '../canonical/seal';

/**
 * Puts seals into the id of the tool call that they led to, because the chat format has no field for them. Several
 * follow one another: `call_1` with two of them is `call_1_slseal1_…_slseal1_…`.
 */
export function sealedId(id: string, sealed: readonly SealedReasoning[]): string {
  return sealed.reduce((shown, one) => sealedCallId(shown, one), id);
}

/** Takes apart an id that {@link sealedId} put together; the seals come in the order in which they were put in. */
export function openSealedId(shown: string): { readonly id: string; readonly sealed: readonly SealedReasoning[] } {
  const sealed: SealedReasoning[] = [];
  let id = shown;
  for (;;) {
    const opened = openCallId(id);
    if (!opened.sealed) return { id, sealed: sealed.reverse() };
    sealed.push(opened.sealed);
    id = opened.id;
  }
}
