import {
  displayPrice,
  QUOTA_PER_UNIT,
  QuotaType,
  type Manufacturer,
  type OfferedPrice,
  type PricingItem,
} from '@contracts';
import { priceUnits, type PriceUnit } from '../../shared/format/price';
import { makerNamed, makerOf, modelMakers, type ModelMaker } from '../../shared/model/model-makers';
import { tagsByName } from '../../shared/model/model-tags';

/** A maker whose models are shown together: as an administrator described it, or else as the model names show. */
interface Maker {
  readonly name: string;
  /** The administrator's image; empty without one. */
  readonly image: string;
  /** The administrator's description, in HTML or markdown. */
  readonly description: string;
  readonly family: ModelMaker | null;
}

/** A model of the list with all known data about it. */
export interface PriceRow {
  readonly key: number;
  readonly item: PricingItem;
  /** Null for a model of an unknown maker. */
  readonly maker: Maker | null;
  readonly tags: readonly string[];
  readonly illustrate: string;
}

/** The id of the tab with all models in the strip above the table. */
export const ALL_MAKERS = '';
/** No manufacturer can have this name, since blanks are trimmed from names. */
export const OTHER_MAKERS = ' ';

function toMaker({ Manufacturer: name, icon, description }: Manufacturer): Maker {
  const trimmed = name.trim();
  return { name: trimmed, image: icon, description, family: makerNamed(trimmed) };
}

/** The makers in the order of the administrator, then of the families; a maker in both appears once. */
function makersOf(manufacturers: readonly Manufacturer[]) {
  const written = manufacturers.map(manufacturer => ({ manufacturer, maker: toMaker(manufacturer) }));
  const byFamily = new Map<ModelMaker, Maker>();
  for (const { maker } of written) if (maker.family && !byFamily.has(maker.family)) byFamily.set(maker.family, maker);
  const byModel = new Map(
    written.flatMap(({ manufacturer, maker }) =>
      manufacturer.models.map(model => [model.model_name, { maker, model }] as const),
    ),
  );
  const ofFamily = (family: ModelMaker): Maker => {
    const known = byFamily.get(family) ?? { name: family.name, image: '', description: '', family };
    byFamily.set(family, known);
    return known;
  };
  return { byModel, ofFamily };
}

/** Joins prices with the administrator's data and the facts that the model names give. */
export function toRows(items: readonly PricingItem[], manufacturers: readonly Manufacturer[]): readonly PriceRow[] {
  const { byModel, ofFamily } = makersOf(manufacturers);
  return items.map((item, key) => {
    const known = byModel.get(item.model_name);
    if (known) return { key, item, maker: known.maker, tags: known.model.type, illustrate: known.model.illustrate };
    const family = makerOf(item.model_name);
    return { key, item, maker: family && ofFamily(family), tags: tagsByName(item.model_name), illustrate: '' };
  });
}

/** The filters that narrow the list. */
export interface PriceFilter {
  readonly keyword: string;
  /** A tag; empty means every tag. */
  readonly tag: string;
  readonly group: string;
  readonly isAvailableOnly: boolean;
}

/** True when the group serves the model and a call would be accepted: a call for a model without a price is refused. */
export function isAvailable({ item }: PriceRow, group: string): boolean {
  const isPriced = !item.unpriced || item.group_prices?.[group] !== undefined;
  return isPriced && item.enable_groups.includes(group);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._:/-]+/g, '');
}

/** True when the letters occur in the name in this order, possibly with others in between. */
function isScattered(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/**
 * Names that contain every word, whatever separates the parts of a name. When there are none, names that contain the
 * letters in order.
 */
function byKeyword(rows: readonly PriceRow[], keyword: string): readonly PriceRow[] {
  const words = keyword
    .split(/\s+/)
    .map(plain)
    .filter(word => word !== '');
  if (words.length === 0) return rows;
  const names = rows.map(row => ({ row, name: plain(row.item.model_name) }));
  const exact = names.filter(({ name }) => words.every(word => name.includes(word)));
  const found = exact.length > 0 ? exact : names.filter(({ name }) => isScattered(name, words.join('')));
  return found.map(({ row }) => row);
}

/** The rows that pass the filters, before one maker is chosen. */
export function filterRows(rows: readonly PriceRow[], filter: PriceFilter): readonly PriceRow[] {
  const { keyword, tag, group, isAvailableOnly } = filter;
  const fitting = rows.filter(
    row => (tag === '' || row.tags.includes(tag)) && (!isAvailableOnly || isAvailable(row, group)),
  );
  return byKeyword(fitting, keyword);
}

function makerNameOf({ maker }: PriceRow): string {
  return maker?.name ?? OTHER_MAKERS;
}

export function rowsOfMaker(rows: readonly PriceRow[], name: string): readonly PriceRow[] {
  return name === ALL_MAKERS ? rows : rows.filter(row => makerNameOf(row) === name);
}

/** One tab of the maker strip. */
export interface MakerTab {
  readonly name: string;
  readonly maker: Maker | null;
  readonly count: number;
}

/** Names of makers in the order of the strip: the administrator's first, then those of the families. */
export function makerOrder(manufacturers: readonly Manufacturer[]): readonly string[] {
  return [
    ...manufacturers.map(({ Manufacturer: name }) => name.trim()),
    ...modelMakers.map(({ name }) => name),
    OTHER_MAKERS,
  ];
}

interface TabChoice {
  /** Every row of the list. */
  readonly rows: readonly PriceRow[];
  /** The rows that pass the filters. */
  readonly visible: readonly PriceRow[];
  readonly order: readonly string[];
  readonly chosen: string;
}

/**
 * The tabs: all, every maker with a visible model, and the unknown makers. The chosen tab stays even when it has become
 * empty, because it must not disappear while the reader uses it.
 */
export function tabsOf({ rows, visible, order, chosen }: TabChoice): readonly MakerTab[] {
  const makers = new Map(rows.map(row => [makerNameOf(row), row.maker]));
  const counts = new Map<string, number>();
  for (const row of visible) counts.set(makerNameOf(row), (counts.get(makerNameOf(row)) ?? 0) + 1);
  const tabs = [...makers]
    .map(([name, maker]) => ({ name, maker, count: counts.get(name) ?? 0 }))
    .filter(({ name, count }) => count > 0 || name === chosen)
    .sort((left, right) => order.indexOf(left.name) - order.indexOf(right.name));
  return [{ name: ALL_MAKERS, maker: null, count: visible.length }, ...tabs];
}

/** Every tag of the list, in alphabetical order. */
export function tagsOf(rows: readonly PriceRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort((left, right) => left.localeCompare(right));
}

/** The prices of a model as they are shown. */
interface ShownPrice {
  readonly isPerCall: boolean;
  readonly prompt: number;
  readonly completion: number;
  readonly call: number;
  /** Null where it is not billed by the second. */
  readonly second: number | null;
}

/**
 * The prices for a number of tokens or for a call.
 *
 * @param quotaPerUnit units in one currency unit: ratios are in units, so another exchange rate gives another price
 */
export function shownPrice(
  item: OfferedPrice,
  { groupRatio, unit, quotaPerUnit }: { groupRatio: number; unit: PriceUnit; quotaPerUnit: number },
): ShownPrice {
  const price = displayPrice(item, groupRatio);
  const share = (priceUnits[unit] / priceUnits.M) * (quotaPerUnit > 0 ? QUOTA_PER_UNIT / quotaPerUnit : 1);
  return {
    isPerCall: item.quota_type === QuotaType.PerCall,
    prompt: price.promptPerMillion * share,
    completion: price.completionPerMillion * share,
    call: price.perCall,
    second: price.perSecond,
  };
}
