/** Fields of a form with brackets: `a[b][0]` is the field 0 of b of a. */
export interface FormFields {
  [name: string]: string | FormFields;
}

/** Reads a body as Stripe does. */
export function readForm(text: string): FormFields {
  const fields: FormFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = fields;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as FormFields;
    place[path.at(-1) ?? ''] = value;
  }
  return fields;
}
