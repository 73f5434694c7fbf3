import { priceTableKeys, type PriceCells, type PriceChange, type PriceTableKey } from '@contracts';
import { type OptionTexts } from '@option';

type Numbers = ReadonlyMap<string, number>;
/** The numbers of all models by option. */
export type PriceTables = Readonly<Record<PriceTableKey, Numbers>>;

/** The texts were checked when they were stored; one that cannot be read has no entries. */
function numbersIn(text: string): Numbers {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch {
    return new Map(); // the options say so in the log and keep their last good value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

export function tablesOf(texts: OptionTexts): PriceTables {
  const entries = priceTableKeys.map(key => [key, numbersIn(texts[key] ?? '{}')] as const);
  return Object.fromEntries(entries) as Record<PriceTableKey, Numbers>; // one entry for each key
}

/** The text of an option, indented as the shipped ones, because people edit it too. */
export function textOfNumbers(numbers: Numbers): string {
  return JSON.stringify(Object.fromEntries(numbers), null, 2);
}

/** The names that any of the options has. */
export function namesIn(tables: PriceTables): ReadonlySet<string> {
  return new Set(priceTableKeys.flatMap(key => [...tables[key].keys()]));
}

/** The entries of one model. */
export function cellsOf(tables: PriceTables, model: string): PriceCells {
  const cells: Partial<Record<PriceTableKey, number>> = {};
  for (const key of priceTableKeys) {
    const value = tables[key].get(model);
    if (value !== undefined) cells[key] = value;
  }
  return cells;
}

/** The cells in which two states differ. */
export function differencesOf(before: PriceTables, after: PriceTables): readonly PriceChange[] {
  return priceTableKeys.flatMap(key => {
    const names = new Set([...before[key].keys(), ...after[key].keys()]);
    return [...names].flatMap(model => {
      const old = before[key].get(model) ?? null;
      const value = after[key].get(model) ?? null;
      return old === value ? [] : [{ model, key, before: old, value }];
    });
  });
}

/** The changes whose cell no longer says what was read. */
export function conflictsOf(tables: PriceTables, changes: readonly PriceChange[]): readonly PriceChange[] {
  return changes.filter(({ model, key, before }) => (tables[key].get(model) ?? null) !== before);
}

/** The texts of the options that the changes touch. */
export function textsAfter(tables: PriceTables, changes: readonly PriceChange[]): OptionTexts {
  const changed = new Map<PriceTableKey, Map<string, number>>();
  for (const { model, key, value } of changes) {
    const numbers = changed.get(key) ?? new Map(tables[key]);
    if (value === null) numbers.delete(model);
    else numbers.set(model, value);
    changed.set(key, numbers);
  }
  return Object.fromEntries([...changed].map(([key, numbers]) => [key, textOfNumbers(numbers)]));
}
