import { useCallback, useMemo, useState } from 'react';
import { readStored, writeStored } from '../browser/storage';

interface HiddenColumns {
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly reset: () => void;
}

/**
 * The columns of a table that the reader has hidden, stored under the table's name.
 *
 * @param hiddenAtFirst ids hidden until the reader chooses; must not change between renders
 */
export function useHiddenColumns(table: string, hiddenAtFirst: readonly string[] = []): HiddenColumns {
  const [ids, setIds] = useState<readonly string[]>(() => readStored('hidden-columns')?.[table] ?? hiddenAtFirst);
  const keep = useCallback(
    (next: readonly string[]) => {
      setIds(next);
      writeStored('hidden-columns', { ...readStored('hidden-columns'), [table]: next });
    },
    [table],
  );
  return {
    hidden: useMemo(() => new Set(ids), [ids]),
    toggle: id => keep(ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]),
    reset: () => keep(hiddenAtFirst),
  };
}
