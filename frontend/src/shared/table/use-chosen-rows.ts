import { useCallback, useMemo, useState } from 'react';
import { type Selection } from './table-props';

interface ChosenRows<Row> {
  readonly selection: Selection;
  /** The chosen rows, in the order in which they were chosen. */
  readonly rows: readonly Row[];
  /** Removes a row that no longer exists. */
  readonly forget: (id: number) => void;
}

/**
 * Rows that stay chosen while the reader changes the page or searches. Rows of other pages keep the values that were
 * last seen.
 *
 * @param shown rows of the current page
 */
export function useChosenRows<Row extends { readonly id: number }>(shown: readonly Row[] | undefined): ChosenRows<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const forget = useCallback(
    (id: number) => setChosen(current => new Map([...current].filter(([other]) => other !== id))),
    [],
  );
  return useMemo(() => {
    const inSight = new Map((shown ?? []).map(row => [row.id, row]));
    const keep = (ids: Iterable<number>) => {
      const known = [...ids].map(id => inSight.get(id) ?? chosen.get(id));
      setChosen(new Map(known.filter(row => row !== undefined).map(row => [row.id, row])));
    };
    return {
      selection: { chosen: new Set(chosen.keys()), onChange: keep },
      rows: [...chosen].map(([id, row]) => inSight.get(id) ?? row),
      forget,
    };
  }, [shown, chosen, forget]);
}
