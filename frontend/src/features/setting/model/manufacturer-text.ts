import type { Manufacturer, ManufacturerModel } from '@contracts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toModel(item: Readonly<Record<string, unknown>>): ManufacturerModel {
  const { type } = item;
  return {
    model_name: textOf(item['model_name']),
    type: Array.isArray(type) ? type.filter(tag => typeof tag === 'string') : [],
    illustrate: textOf(item['illustrate']),
  };
}

/**
 * The manufacturer list as it is stored or pasted. Tolerant of missing fields, since such lists travel between sites.
 *
 * @returns null when the text is no JSON list
 */
export function readManufacturers(text: string): readonly Manufacturer[] | null {
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
    models: Array.isArray(item['models']) ? item['models'].filter(isRecord).map(toModel) : [],
  }));
}

/** The list as it is stored: names without blanks at their ends, models without a name dropped. */
export const writeManufacturers = (list: readonly Manufacturer[]): string =>
  JSON.stringify(
    list.map(({ Manufacturer: name, icon, description, models }) => ({
      Manufacturer: name.trim(),
      icon: icon.trim(),
      description,
      models: models
        .map(model => ({ ...model, model_name: model.model_name.trim() }))
        .filter(model => model.model_name !== ''),
    })),
  );
