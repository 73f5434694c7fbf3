import { type Manufacturer } from '@contracts';
import { parseManufacturers } from '../../shared/model/manufacturers';

/**
 * Parses the stored text of the manufacturers. Entries that cannot be read are left out, because prices must be shown
 * even then.
 */
export function readManufacturers(text: string | null): readonly Manufacturer[] {
  return (parseManufacturers(text || '[]') ?? []).filter(({ Manufacturer: name }) => name !== '');
}
