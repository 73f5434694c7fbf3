import { type SealedReasoning, openCallId, sealedCallId } from '../canonical/seal';

/**
 * The chat format has no field for seals, so they ride in the id of the tool call that they led to, several one after
 * another: `call_1` with two of them is `call_1_slseal1_…_slseal1_…`.
 */
export function sealedId(id: string, sealed: readonly SealedReasoning[]): string {
  return sealed.reduce((shown, one) => sealedCallId(shown, one), id);
}

/** Takes apart what {@link sealedId} put together, in the order in which it was put. */
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
