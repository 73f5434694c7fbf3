import type { Manufacturer, ManufacturerModel } from '@contracts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const toModel = (value: Readonly<Record<string, unknown>>): ManufacturerModel => ({
  model_name: textOf(value['model_name']),
  type: listOf(value['type']).filter(tag => typeof tag === 'string'),
  illustrate: textOf(value['illustrate']),
});

/**
 * The manufacturer list as it is stored or pasted. People write this text by hand and carry it between sites: missing
 * fields are empty, and entries that are none are left out.
 *
 * @returns null when the text is no JSON list
 */
export function parseManufacturers(text: string): readonly Manufacturer[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // not JSON is one of the answers
  }
  if (!Array.isArray(value)) return null;
  return value.filter(isRecord).map(item => ({
    Manufacturer: textOf(item['Manufacturer']),
    icon: textOf(item['icon']),
    description: textOf(item['description']),
    models: listOf(item['models']).filter(isRecord).map(toModel),
  }));
}
