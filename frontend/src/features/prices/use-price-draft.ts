import { type ModelRule, type PriceSave, type PriceTableRow } from '@contracts';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import {
  changesOf,
  conflictsOf,
  draftedRows,
  noDraft,
  reduceDraft,
  ruleChangesOf,
  ruleConflictsOf,
  type CellChange,
} from './price-draft';

const noRows: readonly PriceTableRow[] = [];

/** Warns before the window is closed while something is not saved. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

/** The changes that are not saved yet, on top of the saved rows. */
export function usePriceDraft(saved: readonly PriceTableRow[] = noRows) {
  const [draft, dispatch] = useReducer(reduceDraft, noDraft);
  // Cells keep one function for all their life, so that typing in one does not render the others.
  const latest = useRef(saved);
  latest.current = saved;
  const put = useCallback(
    (changes: readonly CellChange[], origin: PriceSave['origin'] = 'table') =>
      dispatch({ type: 'put', changes, rows: latest.current, origin }),
    [],
  );
  const setRule = useCallback(
    (model: string, value: ModelRule | null) => dispatch({ type: 'rule', model, value, rows: latest.current }),
    [],
  );
  const rows = useMemo(() => draftedRows(saved, draft), [saved, draft]);
  const conflicts = useMemo(() => conflictsOf(saved, draft), [saved, draft]);
  const ruleConflicts = useMemo(() => ruleConflictsOf(saved, draft), [saved, draft]);
  const changes = useMemo(() => changesOf(draft), [draft]);
  const rules = useMemo(() => ruleChangesOf(draft), [draft]);
  const count = changes.length + rules.length;
  useLeaveWarning(count > 0);
  return {
    draft,
    rows,
    changes,
    rules,
    /** Changed cells and rules together. */
    count,
    conflicts,
    ruleConflicts,
    put,
    setRule,
    canUndo: draft.past.length > 0,
    undo: () => dispatch({ type: 'undo' }),
    clear: () => dispatch({ type: 'clear' }),
    settle: (isOurs: boolean) => dispatch({ type: 'settle', conflicts, rules: ruleConflicts, isOurs }),
  };
}

export type PriceDraftHandle = ReturnType<typeof usePriceDraft>;
