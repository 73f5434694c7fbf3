import {
  overlaid,
  ruleFault,
  zonesOf,
  type GroupPrices,
  type ModelRule,
  type PriceCells,
  type PriceTableRow,
  type PriceTier,
  type PriceWindow,
} from '@contracts';

export interface TierDraft {
  readonly above: string;
  readonly prices: PriceCells;
}

export interface WindowDraft {
  readonly zone: string;
  /** Empty for all days. */
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly kind: 'factor' | 'prices';
  readonly factor: string;
  readonly prices: PriceCells;
  readonly tiers: readonly TierDraft[];
}

/** Prices of a group, with what changes them. */
export interface GroupDraft {
  readonly group: string;
  readonly prices: PriceCells;
  readonly tiers: readonly TierDraft[];
  readonly windows: readonly WindowDraft[];
}

/** What a model costs beside its row, as typed. */
export interface RuleDraft {
  readonly tiers: readonly TierDraft[];
  readonly windows: readonly WindowDraft[];
  readonly groups: readonly GroupDraft[];
}

const NO_PRICES: PriceCells = {};

function tiersOf(tiers: readonly PriceTier[] = []): readonly TierDraft[] {
  return tiers.map(({ above, prices }) => ({ above: String(above), prices }));
}

function windowsOf(windows: readonly PriceWindow[] = []): readonly WindowDraft[] {
  return windows.map(({ zone, days = [], from, to, factor, prices, tiers }) => ({
    ...{ zone, days, from, to },
    kind: prices === undefined ? 'factor' : 'prices',
    factor: factor === undefined ? '' : String(factor),
    prices: prices ?? NO_PRICES,
    tiers: tiersOf(tiers),
  }));
}

export function toRuleDraft({ tiers, windows, groups = {} }: ModelRule = {}): RuleDraft {
  return {
    tiers: tiersOf(tiers),
    windows: windowsOf(windows),
    groups: Object.entries(groups).map(([group, own]) => toGroupDraft(group, own)),
  };
}

function toGroupDraft(group: string, { prices, tiers, windows }: GroupPrices): GroupDraft {
  return { group, prices, tiers: tiersOf(tiers), windows: windowsOf(windows) };
}

/** A tier like the first one of most providers. */
export function newTier(tiers: readonly TierDraft[]): TierDraft {
  const last = Number(tiers.at(-1)?.above ?? 0);
  return { above: last > 0 ? String(last * 2) : '200000', prices: NO_PRICES };
}

/** Hours like those in which providers have been cheaper. */
export function newWindow(): WindowDraft {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const hours = { zone: timeZone, days: [], from: '00:30', to: '08:30' };
  return { ...hours, kind: 'factor', factor: '0.5', prices: NO_PRICES, tiers: [] };
}

/** A group begins with what the model costs everybody, because nothing else of it holds for the group any more. */
export function newGroup(group: string, below: PriceCells, { tiers, windows }: RuleDraft): GroupDraft {
  const { ModelRatio, CompletionRatio, ModelPrice } = below;
  const ofTokens = {
    ...(ModelRatio !== undefined && { ModelRatio }),
    ...(CompletionRatio !== undefined && { CompletionRatio }),
  };
  return { group, prices: ModelPrice === undefined ? ofTokens : { ModelPrice }, tiers, windows };
}

/** What counts for a model without a rule, as entries that further ones go over. */
export function belowOf({ set, standard, locked }: PriceTableRow): PriceCells {
  const all = { ...standard, ...set };
  const isFixed = locked === true && standard.CompletionRatio !== undefined;
  const fixed = isFixed ? { ...all, CompletionRatio: standard.CompletionRatio } : all;
  if (fixed.ModelPrice === undefined) return fixed;
  const { ModelRatio: _ratio, ...others } = fixed;
  return others;
}

/** The prices of a part over those below it. */
export function partOver(below: PriceCells, prices: PriceCells): PriceCells {
  return overlaid(below, prices);
}

function typedNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function toTiers(tiers: readonly TierDraft[]): { readonly tiers?: readonly PriceTier[] } {
  if (tiers.length === 0) return {};
  return { tiers: tiers.map(({ above, prices }) => ({ above: typedNumber(above), prices })) };
}

function toWindow({ zone, days, from, to, kind, factor, prices, tiers }: WindowDraft): PriceWindow {
  const hours = { zone: zone.trim(), ...(days.length > 0 && { days: [...days].sort() }), from, to };
  return kind === 'factor' ? { ...hours, factor: typedNumber(factor) } : { ...hours, prices, ...toTiers(tiers) };
}

function toWindows(windows: readonly WindowDraft[]): { readonly windows?: readonly PriceWindow[] } {
  return windows.length === 0 ? {} : { windows: windows.map(toWindow) };
}

/** The rule that was typed; null for one that says nothing. */
export function toRule({ tiers, windows, groups }: RuleDraft): ModelRule | null {
  const ofGroups = groups.map(({ group, prices, ...own }) => {
    return [group, { prices, ...toTiers(own.tiers), ...toWindows(own.windows) }] as const;
  });
  const rule = {
    ...toTiers(tiers),
    ...toWindows(windows),
    ...(groups.length > 0 && { groups: Object.fromEntries(ofGroups) }),
  };
  return Object.keys(rule).length === 0 ? null : rule;
}

export type RuleFault = 'above' | 'hours' | 'zone' | 'days' | 'factor' | 'prices' | 'count';

/** What is wrong first, by the last member of its place. */
export function findRuleFault(rule: ModelRule | null): RuleFault | null {
  if (rule === null) return null;
  const fault = ruleFault(rule);
  if (fault === null) return zonesOf(rule).every(([, zone]) => isTimeZone(zone)) ? null : 'zone';
  const member = fault.slice(fault.lastIndexOf('.') + 1);
  if (member === 'from' || member === 'to') return 'hours';
  return member === 'above' || member === 'zone' || member === 'days' || member === 'factor' || member === 'prices'
    ? member
    : 'count';
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false; // that is how the name is asked for
  }
}
