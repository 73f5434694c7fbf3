import {
  isRefused,
  parseOption,
  type Manufacturer,
  type OptionKey,
  type OptionRefusal,
  type ReadOption,
} from '@contracts';
import { AppError } from '@kernel';
import { iconOrNothing } from './safe-address';
import { sanitizeSource } from './sanitize-content';

/**
 * Checks and cleans the text of an option and parses it.
 *
 * @throws AppError OPTION_INVALID, or the more exact refusal of this key; the value never enters the error
 */
export function readOption(key: OptionKey, raw: string): ReadOption {
  const result = parseOption(key, raw);
  if (isRefused(result)) throw refusalError(result);
  return key === 'Manufacturers' ? sanitized(result) : result;
}

export function refusalError({ code, params }: OptionRefusal): AppError {
  return new AppError(code, { params });
}

/** Makes the list of manufacturers harmless, because it holds HTML of its author and addresses of images. */
function sanitized({ value }: ReadOption): ReadOption {
  // The value of this key is what its own row describes.
  const manufacturers = Object.freeze((value as readonly Manufacturer[]).map(sanitizeManufacturer));
  return { text: JSON.stringify(manufacturers), value: manufacturers };
}

function sanitizeManufacturer(manufacturer: Manufacturer): Manufacturer {
  const { icon, description } = manufacturer;
  return { ...manufacturer, icon: iconOrNothing(icon), description: sanitizeSource(description) };
}
