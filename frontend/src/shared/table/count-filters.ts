import { type FilterTexts } from './use-table-state';

/** How many filters somebody would count among these: the two ends of a span are one. */
export function countFilters({ start, end, ...others }: FilterTexts): number {
  return Object.keys(others).length + Number(start !== undefined || end !== undefined);
}
