import { type Manufacturer } from '@contracts';

/** The list as it is stored: names without blanks at their ends, and no models without a name. */
export function writeManufacturers(list: readonly Manufacturer[]): string {
  return JSON.stringify(
    list.map(({ Manufacturer: name, icon, description, models }) => ({
      Manufacturer: name.trim(),
      icon: icon.trim(),
      description,
      models: models
        .map(model => ({ ...model, model_name: model.model_name.trim() }))
        .filter(model => model.model_name !== ''),
    })),
  );
}
