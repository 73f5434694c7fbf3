import { CALL_LIMIT_MAX, namedCallLimits, type NamedCallLimits } from './call-limits';
import { isJsonObject, isNestedDeeper } from './json';
import { toClaimRules, toDomainRules } from './joining';
import { type Manufacturer } from './manufacturers';
import { type ModelChainTable } from './model-chains';
import { isModelRule } from './price-rules';
import { isSupplierCost } from './supplier-cost';
import { type OptionShape, type OptionShapes } from './option-row';

/** Limit of an option text in characters, larger than any body that can bring one. */
const CHARACTERS_MAX = 16 * 1024 * 1024;
/** Limit of the nesting, because these texts are parsed and written again and again. */
const DEPTH_MAX = 16;

/**
 * Parsed JSON option of the given shape, frozen; maps have no inherited members, so any name may be
 * looked up in them. Null when the text is not JSON or has another shape.
 */
export function parseShape<Shape extends OptionShape>(shape: Shape, text: string): OptionShapes[Shape] | null {
  if (text.length > CHARACTERS_MAX) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // null stands for a text that is not JSON, too
  }
  if (isNestedDeeper(value, DEPTH_MAX)) return null;
  // Each reader returns the type of its own shape; the compiler cannot follow a table keyed by the type parameter.
  return Object.freeze(readers[shape](value)) as OptionShapes[Shape] | null;
}

const readers: { readonly [Shape in OptionShape]: (value: unknown) => OptionShapes[Shape] | null } = {
  numberMap: value => toMap(value, isRatio),
  textMap: value => toMap(value, item => typeof item === 'string'),
  textList: value =>
    Array.isArray(value) && value.every(item => typeof item === 'string') ? [...new Set(value as string[])] : null,
  limitTable: value => toMap(value, isLimits),
  chainTable: value => toMap(value, isChains),
  costTable: value => toMap(value, isSupplierCost),
  domainRules: toDomainRules,
  claimRules: toClaimRules,
  ruleTable: value => toMap(value, isModelRule),
  manufacturers: value => (Array.isArray(value) ? value.filter(isJsonObject).map(toManufacturer) : null),
};

function isRatio(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isChains(value: unknown): value is ModelChainTable[string] {
  const isChain = (chain: unknown) => Array.isArray(chain) && chain.every(model => typeof model === 'string');
  return isJsonObject(value) && Object.values(value).every(isChain);
}

/** Limits are whole numbers, and a name that is not known is refused, so that none is thought to hold that does not. */
function isLimits(value: unknown): value is NamedCallLimits {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(
    ([name, limit]) =>
      namedCallLimits.some(known => known === name) &&
      Number.isInteger(limit) &&
      Number(limit) >= 0 &&
      Number(limit) <= CALL_LIMIT_MAX,
  );
}

function toMap<Value>(
  value: unknown,
  isValue: (item: unknown) => item is Value,
): Readonly<Record<string, Value>> | null;
function toMap(value: unknown, isValue: (item: unknown) => boolean): Readonly<Record<string, never>> | null {
  if (!isJsonObject(value) || !Object.values(value).every(isValue)) return null;
  return Object.assign(Object.create(null) as Record<string, never>, value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Reads a manufacturer tolerantly: people paste this list from elsewhere, and a missing field must not hide the other
 * manufacturers.
 */
function toManufacturer(item: Readonly<Record<string, unknown>>): Manufacturer {
  const models = Array.isArray(item.models) ? item.models.filter(isJsonObject) : [];
  return {
    Manufacturer: textOf(item.Manufacturer),
    icon: textOf(item.icon),
    description: textOf(item.description),
    models: models.map(model => ({
      model_name: textOf(model.model_name),
      type: Array.isArray(model.type) ? model.type.filter(tag => typeof tag === 'string') : [],
      illustrate: textOf(model.illustrate),
    })),
  };
}
