import { isJsonObject } from './json';
import { GROUP_NAME_MAX, RATIO_MAX } from './limits';
import { isMoney, priceTableKeys, type PriceCells, type PriceTableKey } from './price-keys';

/** Other prices from a length of the prompt on; they hold for the whole call. */
export interface PriceTier {
  /** Prompts with more tokens than this, cached ones included. */
  readonly above: number;
  /** By the option that holds such a price elsewhere; what is absent is as in the prices below. */
  readonly prices: PriceCells;
}

/** Hours of the day in which a factor or other prices hold. */
export interface PriceWindow {
  /** The time zone on whose clocks the hours are. */
  readonly zone: string;
  /** The days on which the hours begin, from 1 for Monday to 7 for Sunday; all days when absent. */
  readonly days?: readonly number[];
  /** The first minute, as 16:30. */
  readonly from: string;
  /** The minute after the last one, up to 24:00. One that is not after `from` is on the next day. */
  readonly to: string;
  /** Multiplies everything that a call costs. Either a factor or prices. */
  readonly factor?: number;
  readonly prices?: PriceCells;
  /** Only beside prices: those of the model do not hold then. */
  readonly tiers?: readonly PriceTier[];
}

/** What a model costs in one group, in place of everything that it costs otherwise. */
export interface GroupPrices {
  readonly prices: PriceCells;
  readonly tiers?: readonly PriceTier[];
  readonly windows?: readonly PriceWindow[];
}

/** What a model costs beside its row of the table. */
export interface ModelRule {
  readonly tiers?: readonly PriceTier[];
  /** The first one that a moment lies in counts. */
  readonly windows?: readonly PriceWindow[];
  readonly groups?: Readonly<Record<string, GroupPrices>>;
}

/** The value of the option PriceRules: by the name under which a model is priced. */
export type PriceRuleTable = Readonly<Record<string, ModelRule>>;

/** The prices that a tier may have. */
export const tierKeys: readonly PriceTableKey[] = priceTableKeys.filter(key => !isMoney(key));

export const PRICE_TIERS_MAX = 10;
export const PRICE_WINDOWS_MAX = 20;
export const PRICE_GROUPS_MAX = 100;
export const PRICE_FACTOR_MAX = 100;
/** More tokens than any model reads. */
export const PRICE_TIER_TOKENS_MAX = 100_000_000;
const ZONE_MAX = 64;
const DAYS_OF_WEEK = 7;
const MINUTES_OF_DAY = 24 * 60;

/** The minutes since midnight that a text such as 16:30 says, up to 24:00; null for any other text. */
export function minutesOf(time: unknown): number | null {
  const [, hours, minutes] = typeof time === 'string' ? (/^(\d\d):([0-5]\d)$/.exec(time) ?? []) : [];
  if (hours === undefined) return null;
  const all = Number(hours) * 60 + Number(minutes);
  return all <= MINUTES_OF_DAY ? all : null;
}

/** The hours as receipts name them. */
export function hoursText({ from, to, zone, days }: Pick<PriceWindow, 'from' | 'to' | 'zone' | 'days'>): string {
  return `${from}-${to} ${zone}${days ? ` days ${days.join(',')}` : ''}`;
}

/** Prices over those below them: a price of tokens takes the place of one of calls. */
export function overlaid(below: PriceCells, above: PriceCells): PriceCells {
  if (above.ModelRatio === undefined) return { ...below, ...above };
  const { ModelPrice: _ofCall, SecondPrice: _ofSecond, ...others } = below;
  return { ...others, ...above };
}

export function isModelRule(value: unknown): value is ModelRule {
  return ruleFault(value) === null;
}

/** The first member of a rule that is not allowed, as `tiers.0.above`; null for a rule. */
export function ruleFault(rule: unknown): string | null {
  if (!hasOnly(rule, ['tiers', 'windows', 'groups']) || Object.keys(rule).length === 0) return '';
  return tiersFault(rule.tiers) ?? windowsFault(rule.windows) ?? groupsFault(rule.groups);
}

/** The time zones that a rule names, with the place where it does. */
export function zonesOf({ windows = [], groups = {} }: ModelRule): readonly (readonly [at: string, zone: string])[] {
  const own = windows.map(({ zone }, at) => [`windows.${at}.zone`, zone] as const);
  const ofGroups = Object.entries(groups).flatMap(([group, { windows: hours = [] }]) =>
    hours.map(({ zone }, at) => [`groups.${group}.windows.${at}.zone`, zone] as const),
  );
  return [...own, ...ofGroups];
}

type Members = Readonly<Record<string, unknown>>;

function hasOnly(value: unknown, names: readonly string[]): value is Members {
  return isJsonObject(value) && Object.keys(value).every(name => names.includes(name));
}

function tiersFault(tiers: unknown): string | null {
  if (tiers === undefined) return null;
  if (!Array.isArray(tiers) || tiers.length === 0 || tiers.length > PRICE_TIERS_MAX) return 'tiers';
  let last = 0;
  for (const [at, tier] of (tiers as readonly unknown[]).entries()) {
    if (!hasOnly(tier, ['above', 'prices'])) return `tiers.${at}`;
    const { above } = tier;
    if (!Number.isInteger(above) || Number(above) <= last || Number(above) > PRICE_TIER_TOKENS_MAX) {
      return `tiers.${at}.above`;
    }
    last = Number(above);
    if (!arePrices(tier.prices, tierKeys)) return `tiers.${at}.prices`;
  }
  return null;
}

function windowsFault(windows: unknown): string | null {
  if (windows === undefined) return null;
  if (!Array.isArray(windows) || windows.length === 0 || windows.length > PRICE_WINDOWS_MAX) return 'windows';
  for (const [at, window] of (windows as readonly unknown[]).entries()) {
    const fault = windowFault(window);
    if (fault !== null) return `windows.${at}${fault}`;
  }
  return null;
}

function windowFault(window: unknown): string | null {
  if (!hasOnly(window, ['zone', 'days', 'from', 'to', 'factor', 'prices', 'tiers'])) return '';
  const { zone, days, from, to, factor, prices, tiers } = window;
  if (typeof zone !== 'string' || zone === '' || zone.length > ZONE_MAX) return '.zone';
  if (days !== undefined && !areDays(days)) return '.days';
  const begin = minutesOf(from);
  const end = minutesOf(to);
  if (begin === null || begin === MINUTES_OF_DAY) return '.from';
  if (end === null || end === begin) return '.to';
  if ((factor === undefined) === (prices === undefined)) return '.factor';
  if (factor !== undefined && !isWithin(factor, PRICE_FACTOR_MAX)) return '.factor';
  if (prices !== undefined && !arePrices(prices, priceTableKeys)) return '.prices';
  if (tiers !== undefined && prices === undefined) return '.tiers';
  const fault = tiersFault(tiers);
  return fault === null ? null : `.${fault}`;
}

function groupsFault(groups: unknown): string | null {
  if (groups === undefined) return null;
  if (!isJsonObject(groups)) return 'groups';
  const entries = Object.entries(groups);
  if (entries.length === 0 || entries.length > PRICE_GROUPS_MAX) return 'groups';
  for (const [group, own] of entries) {
    if (group === '' || group.length > GROUP_NAME_MAX) return 'groups';
    if (!hasOnly(own, ['prices', 'tiers', 'windows'])) return `groups.${group}`;
    if (!arePrices(own.prices, priceTableKeys)) return `groups.${group}.prices`;
    const fault = tiersFault(own.tiers) ?? windowsFault(own.windows);
    if (fault !== null) return `groups.${group}.${fault}`;
  }
  return null;
}

function areDays(days: unknown): boolean {
  if (!Array.isArray(days) || days.length === 0 || new Set(days).size !== days.length) return false;
  return days.every(day => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= DAYS_OF_WEEK);
}

function arePrices(prices: unknown, keys: readonly PriceTableKey[]): prices is PriceCells {
  return hasOnly(prices, keys) && Object.keys(prices).length > 0 && Object.values(prices).every(isRatio);
}

function isRatio(value: unknown): boolean {
  return isWithin(value, RATIO_MAX);
}

function isWithin(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= max;
}

/** Whether two values of JSON are the same, whatever the order of their members. */
export function isSameRule(first: unknown, second: unknown): boolean {
  if (Array.isArray(first) && Array.isArray(second)) {
    return first.length === second.length && first.every((item, at) => isSameRule(item, second[at]));
  }
  if (!isJsonObject(first) || !isJsonObject(second)) return first === second;
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every(name => Object.hasOwn(second, name) && isSameRule(first[name], second[name]))
  );
}
