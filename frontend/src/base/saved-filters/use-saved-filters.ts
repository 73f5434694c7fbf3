import { useState } from 'react';
import { useAppSelector } from '../store-hooks';
import { type FilterTexts } from '../../shared/table/use-table-state';
import { readSavedFilters, withSaved, writeSavedFilters, type FilteredList, type SavedFilter } from './saved-filters';

export interface SavedFilterList {
  readonly filters: readonly SavedFilter[];
  readonly save: (name: string, texts: FilterTexts) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (name: string) => void;
}

/** The filters that the user has saved for a list; they are kept in the browser for this account. */
export function useSavedFilters(list: FilteredList): SavedFilterList {
  const userId = useAppSelector(state => state.session.user?.id ?? 0);
  const [filters, setFilters] = useState(() => readSavedFilters({ userId, list }));
  /** Starts from the filters that are stored at this moment, because another window may have saved meanwhile. */
  const change = (edit: (kept: readonly SavedFilter[]) => readonly SavedFilter[]) => {
    writeSavedFilters({ userId, list }, edit(readSavedFilters({ userId, list })));
    setFilters(readSavedFilters({ userId, list }));
  };
  return {
    filters,
    save: (name, texts) => change(kept => withSaved(kept, { name, texts })),
    rename: (from, to) => change(kept => kept.map(each => (each.name === from ? { ...each, name: to } : each))),
    remove: name => change(kept => kept.filter(each => each.name !== name)),
  };
}
