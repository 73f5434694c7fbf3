import { useCallback, useMemo, useState } from 'react';

/** Texts by key, as the options call delivers them. */
type Texts = Readonly<Record<string, string>>;

export interface Draft {
  /** The saved texts, replaced by the edits. */
  readonly values: Texts;
  /** Keys whose edited text differs from the saved one, in the order of the saved copy. */
  readonly changedKeys: readonly string[];
  readonly set: (key: string, text: string) => void;
  /** Discards all edits. */
  readonly reset: () => void;
}

/**
 * A saved copy and an edited copy of some texts. Only the edits are kept, so a saved copy that arrives later (after a
 * save, or from another administrator) is shown for every value that was not edited.
 */
export function useDraft(saved: Texts): Draft {
  const [edits, setEdits] = useState<Texts>({});
  const values = useMemo(() => ({ ...saved, ...edits }), [saved, edits]);
  const changedKeys = useMemo(
    () => Object.keys(values).filter(key => edits[key] !== undefined && edits[key] !== saved[key]),
    [values, edits, saved],
  );
  const set = useCallback((key: string, text: string) => setEdits(current => ({ ...current, [key]: text })), []);
  const reset = useCallback(() => setEdits({}), []);
  return { values, changedKeys, set, reset };
}
