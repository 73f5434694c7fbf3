import { type ShapeProblem } from './header-override';
import { isJsonObject } from './json';
import { PRICE_TIERS_MAX, PRICE_TIER_TOKENS_MAX } from './price-rules';

/** What a supplier asks: money per million tokens, per call (or image), per second of video, and per thousand searches. */
export const supplierPriceFields = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'audio_input',
  'audio_output',
  'image_input',
  'image_output',
  'call',
  'second',
  'search',
] as const;
export type SupplierPriceField = (typeof supplierPriceFields)[number];
type SupplierMoney = Partial<Readonly<Record<SupplierPriceField, number>>>;
/** What prompts with more tokens than `above` cost, the whole call through; the rest is as below. */
export interface SupplierTier extends SupplierMoney {
  readonly above: number;
}
export interface SupplierPrice extends SupplierMoney {
  /** The shortest first. */
  readonly tiers?: readonly SupplierTier[];
}

/**
 * What the calls of a channel, or of all channels with a tag, cost at their supplier. The price of the model counts where
 * the supplier has one, then the discount; with neither the cost of a call is not known, unless days alone are paid.
 */
export interface SupplierCost {
  /** Percent off the own list price, the one of a group with ratio 1; below 0 the supplier takes more. */
  readonly discount?: number;
  /** The supplier's prices, by the name of the model at the supplier, or as it is asked for. */
  readonly models?: Readonly<Record<string, SupplierPrice>>;
  /** Money for each day, whatever is called. */
  readonly per_day?: number;
  /** The first day that is paid, such as 2026-11-01. */
  readonly from?: string;
}

export const SUPPLIER_COST_MAX = 100_000;
export const SUPPLIER_DISCOUNT_MIN = -10_000;
const MODELS_MAX = 2000;
const NAME_MAX = 255;
const MONEY_MAX = 1_000_000_000;
const MEMBERS: ReadonlySet<string> = new Set(['discount', 'models', 'per_day', 'from']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the cost of a supplier; a text without content is none. @returns where the text is wrong */
export function readSupplierCost(
  text: string,
): { readonly cost: SupplierCost | null } | ShapeProblem<'CHANNEL_SUPPLIER_COST_INVALID'> {
  if (text.trim() === '') return { cost: null };
  const parsed = parse(text);
  if (!isJsonObject(parsed)) return invalid('{}');
  if (!isSupplierCost(parsed)) return invalid(faultOf(parsed) ?? '');
  return { cost: Object.keys(parsed).length === 0 ? null : parsed };
}

/** Whether a value of a map is the cost of a supplier. */
export function isSupplierCost(value: unknown): value is SupplierCost {
  return isJsonObject(value) && faultOf(value) === null;
}

/** The first member that is wrong, or null. */
function faultOf(cost: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(cost).find(name => !MEMBERS.has(name));
  if (unknown !== undefined) return unknown;
  const { discount, models, per_day: perDay, from } = cost;
  if (discount !== undefined && !isWithin(discount, SUPPLIER_DISCOUNT_MIN, 100)) return 'discount';
  if (perDay !== undefined && !isWithin(perDay, 0, MONEY_MAX)) return 'per_day';
  if (from !== undefined && !isDay(from)) return 'from';
  if (perDay !== undefined && perDay !== 0 && from === undefined) return 'from';
  return models === undefined ? null : modelsFault(models);
}

function modelsFault(models: unknown): string | null {
  if (!isJsonObject(models)) return 'models';
  const entries = Object.entries(models);
  if (entries.length > MODELS_MAX) return `models > ${MODELS_MAX}`;
  const wrong = entries.find(([name, price]) => name === '' || name.length > NAME_MAX || !isPrice(price));
  return wrong === undefined ? null : `models.${wrong[0].slice(0, 60)}`;
}

function isPrice(value: unknown): value is SupplierPrice {
  if (!isJsonObject(value)) return false;
  const { tiers = [], ...money } = value;
  return isMoney(money) && Array.isArray(tiers) && tiers.length <= PRICE_TIERS_MAX && areTiers(tiers);
}

function areTiers(tiers: readonly unknown[]): boolean {
  let last = 0;
  return tiers.every(tier => {
    if (!isJsonObject(tier)) return false;
    const { above, ...money } = tier;
    const isLonger = isWithin(above, last + 1, PRICE_TIER_TOKENS_MAX) && Number.isInteger(above);
    if (isLonger) last = above;
    return isLonger && isMoney(money);
  });
}

function isMoney(money: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(money);
  const isKnown = (name: string) => supplierPriceFields.some(field => field === name);
  return entries.length > 0 && entries.every(([name, price]) => isKnown(name) && isWithin(price, 0, MONEY_MAX));
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no JSON is no object either
  }
}

function invalid(at: string): ShapeProblem<'CHANNEL_SUPPLIER_COST_INVALID'> {
  return { code: 'CHANNEL_SUPPLIER_COST_INVALID', at };
}
