import type { Manufacturer } from '@contracts';
import { parseManufacturers } from '../../shared/manufacturers';

/**
 * The manufacturers out of the text they are kept as. What cannot be read is left out, because prices must be shown
 * without it too.
 */
export const readManufacturers = (text: string | null): readonly Manufacturer[] =>
  (parseManufacturers(text || '[]') ?? []).filter(({ Manufacturer: name }) => name !== '');
