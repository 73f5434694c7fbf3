import { type Manufacturer } from '@contracts';
import { parseManufacturers } from '../../shared/model/manufacturers';

/**
 * The manufacturers out of the text they are kept as. What cannot be read is left out, because prices must be shown
 * without it too.
 */
export function readManufacturers(text: string | null): readonly Manufacturer[] {
  return (parseManufacturers(text || '[]') ?? []).filter(({ Manufacturer: name }) => name !== '');
}
