import { useCallback, useEffect, useMemo } from 'react';
import { useKeptDraft, type KeptDraft } from './kept-drafts';

/** Texts by key, as the options call delivers them. */
type Texts = Readonly<Record<string, string>>;

const noEdits: Texts = {};

export interface Draft {
  /** The saved texts, replaced by the edits. */
  readonly values: Texts;
  /** Keys whose edited text differs from the saved one, in the order of the saved copy. */
  readonly changedKeys: readonly string[];
  readonly set: (key: string, text: string) => void;
  /** Discards all edits. */
  readonly reset: () => void;
  /** The edits outlive the card, until they are saved or discarded. */
  readonly kept: KeptDraft;
}

/**
 * A saved copy and an edited copy of some texts. Only the edits are kept, so a saved copy that arrives later (after a
 * save, or from another administrator) is shown for every value that was not edited.
 *
 * @param name names the card among all forms; must not change
 */
export function useDraft(name: string, saved: Texts): Draft {
  const { draft: edits, setDraft: setEdits, kept } = useKeptDraft<Texts>(name, () => noEdits);
  const values = useMemo(() => ({ ...saved, ...edits }), [saved, edits]);
  const changedKeys = useMemo(
    () => Object.keys(values).filter(key => edits[key] !== undefined && edits[key] !== saved[key]),
    [values, edits, saved],
  );
  // An edit that the saved copy has caught up with would hide what others save later.
  useEffect(() => {
    const own = Object.entries(edits).filter(([key, text]) => text !== saved[key]);
    if (own.length < Object.keys(edits).length) setEdits(Object.fromEntries(own));
  }, [edits, saved, setEdits]);
  const set = useCallback(
    (key: string, text: string) => setEdits(current => ({ ...current, [key]: text })),
    [setEdits],
  );
  return { values, changedKeys, set, reset: kept.startOver, kept };
}
