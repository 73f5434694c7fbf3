import { type FilterTexts } from './use-table-state';

/** The number of filters as users count them: the two ends of a time span are one filter. */
export function countFilters({ start, end, ...others }: FilterTexts): number {
  return Object.keys(others).length + Number(start !== undefined || end !== undefined);
}
