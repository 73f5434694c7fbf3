import { type Manufacturer, type ManufacturerModel, isJsonObject } from '@contracts';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toModel(value: Readonly<Record<string, unknown>>): ManufacturerModel {
  return {
    model_name: textOf(value.model_name),
    type: listOf(value.type).filter(tag => typeof tag === 'string'),
    illustrate: textOf(value.illustrate),
  };
}

/**
 * Parses the manufacturer list, stored or pasted. People write this text by hand and copy it between sites, so missing
 * fields become empty, and invalid entries are left out.
 *
 * @returns null when the text is no JSON list
 */
export function parseManufacturers(text: string): readonly Manufacturer[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // a text that is no JSON gives null
  }
  if (!Array.isArray(value)) return null;
  return value.filter(isJsonObject).map(item => ({
    Manufacturer: textOf(item.Manufacturer),
    icon: textOf(item.icon),
    description: textOf(item.description),
    models: listOf(item.models).filter(isJsonObject).map(toModel),
  }));
}
