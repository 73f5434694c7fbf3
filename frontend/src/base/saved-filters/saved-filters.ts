import { readStored, writeStored } from '../../shared/browser/storage';
import { type FilterTexts } from '../../shared/table/use-table-state';
import { isJsonObject } from '@contracts';

/** Lists whose filters can be saved. Browsers keep the filters under these names; 'drawing' is the list of image tasks. */
export type FilteredList = 'token' | 'channel' | 'user' | 'log' | 'drawing' | 'task';

/** The filters of one list under a name; the name is unique in its list. */
export interface SavedFilter {
  readonly name: string;
  /** Only the filters that differ from the defaults of the list. */
  readonly texts: FilterTexts;
}

export const SAVED_FILTERS_MAX = 20;
export const FILTER_NAME_MAX = 40;

/** The account and the list that the filters belong to. */
interface FilterPlace {
  readonly userId: number;
  readonly list: FilteredList;
}

function isSavedFilter(value: unknown): value is SavedFilter {
  return (
    isJsonObject(value) &&
    typeof value.name === 'string' &&
    isJsonObject(value.texts) &&
    Object.values(value.texts).every(text => typeof text === 'string')
  );
}

/** The saved filters by name; values in the storage that are no saved filters are left out. */
export function readSavedFilters({ userId, list }: FilterPlace): readonly SavedFilter[] {
  const kept: unknown = readStored('saved-filters')?.[userId]?.[list];
  return Array.isArray(kept) ? kept.filter(isSavedFilter).slice(0, SAVED_FILTERS_MAX) : [];
}

function byName(one: SavedFilter, other: SavedFilter): number {
  return one.name.localeCompare(other.name);
}

export function writeSavedFilters({ userId, list }: FilterPlace, filters: readonly SavedFilter[]): void {
  const all = readStored('saved-filters');
  const sorted = [...filters].sort(byName);
  writeStored('saved-filters', { ...all, [userId]: { ...all?.[userId], [list]: sorted } });
}

/** Adds a filter and replaces an older one with the same name. */
export function withSaved(filters: readonly SavedFilter[], saved: SavedFilter): readonly SavedFilter[] {
  return [...filters.filter(({ name }) => name !== saved.name), saved];
}

/** True when two sets of filters narrow a list in the same way. */
export function isSameFilter(one: FilterTexts, other: FilterTexts): boolean {
  return (
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(one).every(([name, text]) => other[name] === text)
  );
}
