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

const toManufacturer = (value: Readonly<Record<string, unknown>>): Manufacturer => ({
  Manufacturer: textOf(value['Manufacturer']),
  icon: textOf(value['icon']),
  description: textOf(value['description']),
  models: listOf(value['models']).filter(isRecord).map(toModel),
});

/**
 * The manufacturers out of the text they are kept as. People write this text by hand: what cannot be read is left out,
 * because prices must be shown without it too.
 */
export function readManufacturers(text: string | null): readonly Manufacturer[] {
  let value: unknown;
  try {
    value = JSON.parse(text || '[]');
  } catch {
    return [];
  }
  return listOf(value)
    .filter(isRecord)
    .map(toManufacturer)
    .filter(({ Manufacturer: name }) => name !== '');
}
