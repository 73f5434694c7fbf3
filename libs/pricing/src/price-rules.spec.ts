import { join } from 'node:path';
import {
  noUsage,
  ruleFault,
  totalPromptTokens,
  type ModelRule,
  type PriceCells,
  type PriceTier,
  type PriceWindow,
  type UsageBuckets,
} from '@contracts';
import { isWithinHours } from './price-hours';
import { type Price } from './price';
import { priceReached, priceUpTo } from './price-tiers';
import { RatioBook } from './ratio-book';
import { receiptOf, unitsFromReceipt, type Receipt } from './receipt';
import { loadShippedBook } from './shipped-book';
import { unitsFor, weightOf } from './units-for';
import { billedBuckets } from './weights';

const shipped = loadShippedBook(join(__dirname, '../../../config/ratios'));
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

function bookWith(rules: Readonly<Record<string, ModelRule>>): RatioBook {
  return new RatioBook({ ...shipped, groupRatio: { default: 1, vip: 0.8 }, rules }, shipped);
}

function used(usage: Partial<UsageBuckets>): UsageBuckets {
  return { ...noUsage, ...usage };
}

/** As Google lists it: 1.25 and 10 dollars a million, above 200,000 tokens 2.5 and 15. */
const gemini = { tiers: [{ above: 200_000, prices: { ModelRatio: 1.25, CompletionRatio: 6 } }] };

describe('a price with tiers', () => {
  const book = bookWith({ 'gemini-2.5-pro': gemini });
  const price = book.priceFor({ model: 'gemini-2.5-pro', group: 'default' })!;

  it.each([
    [200_000, 0.625 * 200_000 + 0.625 * 8 * 1000, undefined],
    [200_001, 1.25 * 200_001 + 1.25 * 6 * 1000, 200_000],
  ])('holds for the whole call from its length on: %d tokens', (promptTokens, exact, tierAbove) => {
    const usage = used({ promptTokens, completionTokens: 1000 });
    expect(unitsFor(usage, price)).toBe(Math.round(exact));
    expect(receiptOf(usage, price).price.tierAbove).toBe(tierAbove);
  });

  it('counts the whole prompt, whatever came from a cache', () => {
    const usage = used({ promptTokens: 1, cachedReadTokens: 150_000, cacheWrite5mTokens: 50_000 });
    expect(priceReached(price, usage).tierAbove).toBe(200_000);
    expect(priceReached(price, { ...usage, promptTokens: Number.NaN }).tierAbove).toBe(0);
  });

  it('has the other prices of the model in the relation that they have below', () => {
    const tier = priceReached(price, used({ promptTokens: 300_000 }));
    expect([tier.modelRatio, tier.completionRatio, tier.cacheRatio]).toEqual([1.25, 6, price.cacheRatio]);
  });

  it('is reserved at what the prompt can reach and no more', () => {
    expect(priceUpTo(price, 200_000)).toMatchObject({ modelRatio: 0.625, tiers: [] });
    expect(priceUpTo(price, 200_001)).toMatchObject({ modelRatio: 1.25, completionRatio: 6, tiers: [] });
  });

  it('keeps its weights for all calls, and costs nothing where there are no tiers', () => {
    expect(priceUpTo(price, 500_000)).toBe(priceUpTo(price, 600_000));
    const plain = book.priceFor({ model: 'gpt-4o', group: 'default' })!;
    expect(priceReached(plain, used({ promptTokens: 1e9 }))).toBe(plain);
    expect(book.pricesFor({ model: 'gpt-4o', group: 'default' })?.hasHours).toBe(false);
  });
});

describe('hours with other prices', () => {
  const night: PriceWindow = { zone: 'Europe/Berlin', from: '22:30', to: '02:30', factor: 0.5 };
  const within = (window: PriceWindow, time: string) => isWithinHours(window, Date.parse(time));

  it.each([
    ['2026-06-01T20:29:59Z', false],
    ['2026-06-01T20:30:00Z', true],
    ['2026-06-02T00:29:59Z', true],
    ['2026-06-02T00:30:00Z', false],
    // 25 October 2026: the clocks show 02:00 to 02:59 twice.
    ['2026-10-25T00:29:00Z', true],
    ['2026-10-25T00:31:00Z', false],
    ['2026-10-25T01:29:00Z', true],
    ['2026-10-25T01:31:00Z', false],
    // 29 March 2026: from 01:59 they go on with 03:00.
    ['2026-03-29T00:59:00Z', true],
    ['2026-03-29T01:00:00Z', false],
  ])('go by the clocks of their zone: %s', (time, expected) => expect(within(night, time)).toBe(expected));

  it('belong to the day on which they begin', () => {
    const fridays = { ...night, days: [5] };
    expect(within(fridays, '2026-06-05T21:00:00Z')).toBe(true);
    expect(within(fridays, '2026-06-05T23:00:00Z')).toBe(true);
    expect(within(fridays, '2026-06-05T00:00:00Z')).toBe(false);
    const sundays = { ...night, from: '00:00', to: '24:00', days: [7] };
    expect(within(sundays, '2026-06-07T21:59:00Z')).toBe(true);
    expect(within(sundays, '2026-06-07T22:00:00Z')).toBe(false);
  });

  it('decide by the moment that is given, and their price is the same object each time', () => {
    const rule = { windows: [{ zone: 'UTC', from: '16:30', to: '00:30', factor: 0.25 }] };
    const query = { model: 'gpt-4o', group: 'vip' };
    const book = bookWith({ 'gpt-4o': rule });
    const off = book.priceFor({ ...query, atMs: Date.parse('2026-06-01T16:30:00Z') });
    expect(off).toMatchObject({ hours: '16:30-00:30 UTC', hoursFactor: 0.25, groupRatio: 0.8 });
    expect(book.priceFor({ ...query, atMs: Date.parse('2026-06-02T00:29:59Z') })).toBe(off);
    expect(book.priceFor({ ...query, atMs: Date.parse('2026-06-02T00:30:00Z') })).toBe(book.priceFor(query));
  });
});

describe('the own price of a group', () => {
  const rule: ModelRule = { ...gemini, groups: { vip: { prices: { ModelRatio: 0.5, CompletionRatio: 4 } } } };
  const book = bookWith({ 'gemini-2.5-pro': rule, unlisted: { groups: { vip: { prices: { ModelPrice: 0.02 } } } } });

  it('replaces price, tiers and group ratio', () => {
    const price = book.priceFor({ model: 'gemini-2.5-pro', group: 'vip' })!;
    expect(price).toMatchObject({ modelRatio: 0.5, completionRatio: 4, groupRatio: 1, isOfGroup: true, tiers: [] });
    expect(price.list).toMatchObject({ modelRatio: 0.625, tierAbove: 0, tiers: [{ tierAbove: 200_000 }] });
  });

  it('prices a model that nobody else may call', () => {
    expect(book.priceFor({ model: 'unlisted', group: 'default' })).toBeNull();
    expect(book.priceFor({ model: 'unlisted', group: 'vip' })).toMatchObject({ mode: 'call', modelPrice: 0.02 });
  });
});

describe('a rule', () => {
  const window = { zone: 'UTC', from: '00:00', to: '08:00', factor: 0.5 };
  const prices = { ModelRatio: 1 };

  it.each([
    ['', {}],
    ['', { tier: [] }],
    ['tiers', { tiers: [] }],
    ['tiers.0.above', { tiers: [{ above: 0, prices }] }],
    [
      'tiers.1.above',
      {
        tiers: [
          { above: 5, prices },
          { above: 5, prices },
        ],
      },
    ],
    ['tiers.0.prices', { tiers: [{ above: 5, prices: { ModelPrice: 1 } }] }],
    ['tiers.0.prices', { tiers: [{ above: 5, prices: { ModelRatio: -1 } }] }],
    ['windows.0.from', { windows: [{ ...window, from: '24:00' }] }],
    ['windows.0.to', { windows: [{ ...window, to: '00:00' }] }],
    ['windows.0.to', { windows: [{ ...window, to: '24:01' }] }],
    ['windows.0.days', { windows: [{ ...window, days: [0] }] }],
    ['windows.0.factor', { windows: [{ ...window, prices }] }],
    ['windows.0.tiers', { windows: [{ ...window, ...gemini }] }],
    ['groups.vip.prices', { groups: { vip: {} } }],
    ['groups.vip.tiers.0.above', { groups: { vip: { prices, tiers: [{ above: 1.5, prices }] } } }],
  ])('names what is wrong in it: %s', (fault, rule) => expect(ruleFault(rule)).toBe(fault));
});

describe('random rules', () => {
  let state = 20_261_127;
  /** Numbers that look random and are the same each time (xorshift of 32 bits). */
  const next = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  /** Thousandths, so that every ratio is exact. */
  const ratio = (): number => next(6_000) / 1000;
  const cells = (): PriceCells => ({
    ModelRatio: ratio(),
    ...(next(2) === 0 && { CompletionRatio: ratio() }),
    ...(next(2) === 0 && { CacheRatio: ratio() }),
    ...(next(3) === 0 && { CreateCacheRatio: ratio() }),
    ...(next(3) === 0 && { AudioRatio: ratio(), AudioCompletionRatio: ratio() }),
  });
  const tiers = (): { tiers?: readonly PriceTier[] } => {
    let above = 0;
    const all = Array.from({ length: next(4) }, () => ({ above: (above += 1 + next(50_000)), prices: cells() }));
    return all.length > 0 ? { tiers: all } : {};
  };
  const time = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const window = (): PriceWindow => {
    const from = next(DAY_MINUTES);
    const zone = next(2) === 0 ? 'UTC' : 'Asia/Shanghai';
    const hours = { zone, from: time(from), to: time((from + 1 + next(DAY_MINUTES - 1)) % DAY_MINUTES) };
    const days = next(3) === 0 ? { days: [1 + next(7)] } : {};
    return next(2) === 0 ? { ...hours, ...days, factor: ratio() } : { ...hours, ...days, prices: cells(), ...tiers() };
  };
  const windows = () => (next(2) === 0 ? { windows: Array.from({ length: 1 + next(3) }, window) } : {});

  const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  /** The hours by the fixed distance of their zone from Greenwich, walked minute by minute from where they begin. */
  const lies = ({ zone, from, to, days }: PriceWindow, atMs: number): boolean => {
    const minutes = Math.floor(atMs / MINUTE_MS) + (zone === 'UTC' ? 0 : 480);
    const length = (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES;
    const begun = minutes - ((minutes - minuteOf(from) + DAY_MINUTES * 1_000_000) % DAY_MINUTES);
    const weekday = new Date(begun * MINUTE_MS).getUTCDay() || 7;
    return minutes - begun < length && (days === undefined || days.includes(weekday));
  };
  const scaled = (value: number): bigint => BigInt(Math.round(value * 1000));
  /** By hand: whole numbers over one denominator, rounded half up. */
  const byHand = (usage: UsageBuckets, own: PriceCells, terms: { group: number; factor: number }): number => {
    const { ModelRatio: m = 0, CompletionRatio: o = 1, CacheRatio: c = 1, CreateCacheRatio: w = 1.25 } = own;
    const { AudioRatio: a = 1, AudioCompletionRatio: ao = own.AudioRatio === undefined ? o : 1 } = own;
    const K = 1000n;
    const weighted =
      BigInt(usage.promptTokens) * K * K * 10n +
      BigInt(usage.cachedReadTokens) * scaled(c) * K * 10n +
      BigInt(usage.cacheWrite5mTokens) * scaled(w) * K * 10n +
      BigInt(usage.cacheWrite1hTokens) * scaled(w) * K * 16n +
      BigInt(usage.audioInputTokens) * scaled(a) * K * 10n +
      BigInt(usage.completionTokens) * scaled(o) * K * 10n +
      BigInt(usage.audioOutputTokens) * scaled(a) * scaled(ao) * 10n;
    const numerator = weighted * scaled(m) * scaled(terms.group) * scaled(terms.factor);
    const denominator = K ** 5n * 10n;
    const rounded = (2n * numerator + denominator) / (2n * denominator);
    return numerator > 0n && rounded === 0n ? 1 : Number(rounded);
  };

  const sides = ['CacheRatio', 'CreateCacheRatio', 'AudioRatio', 'AudioCompletionRatio'] as const;
  /** A book in which the model m has these prices and this rule. */
  const bookOf = (first: PriceCells, rule: ModelRule): RatioBook => {
    const named = (value: number | undefined): Readonly<Record<string, number>> =>
      value === undefined ? {} : { m: value };
    const [cacheRatio, createCacheRatio, audioRatio, audioCompletionRatio] = sides.map(key => named(first[key]));
    return new RatioBook(
      {
        modelRatio: named(first.ModelRatio),
        completionRatio: named(first.CompletionRatio),
        modelPrice: {},
        groupRatio: { default: 1, vip: 0.8 },
        sides: { cacheRatio, createCacheRatio, audioRatio, audioCompletionRatio },
        rules: Object.keys(rule).length > 0 ? { m: rule } : {},
      },
      shipped,
    );
  };
  const someUsage = (): UsageBuckets =>
    used({
      promptTokens: next(60_000),
      cachedReadTokens: next(60_000),
      cacheWrite5mTokens: next(3) === 0 ? next(9_000) : 0,
      cacheWrite1hTokens: next(3) === 0 ? next(9_000) : 0,
      audioInputTokens: next(3) === 0 ? next(9_000) : 0,
      completionTokens: next(20_000),
      audioOutputTokens: next(3) === 0 ? next(9_000) : 0,
    });
  /** What a call costs by hand, and the length of prompt that decided it. */
  const costByHand = (
    first: PriceCells,
    rule: ModelRule,
    call: { group: string; atMs: number; usage: UsageBuckets },
  ) => {
    const own = rule.groups?.[call.group];
    const part = own ? { ...own, prices: { ...first, ...own.prices } } : { ...rule, prices: first };
    const hours = part.windows?.find(one => lies(one, call.atMs));
    const steps = hours?.prices ? hours.tiers : part.tiers;
    const step = steps?.filter(({ above }) => totalPromptTokens(call.usage) > above).at(-1);
    const prices = { ...part.prices, ...hours?.prices, ...step?.prices };
    const terms = { group: call.group === 'default' || own ? 1 : 0.8, factor: hours?.factor ?? 1 };
    return { units: byHand(call.usage, prices, terms), above: step?.above };
  };
  const seen = { tierAbove: 0, hours: 0, isOfGroup: 0 };

  function checkCall(first: PriceCells, rule: ModelRule, book: RatioBook): void {
    const group = next(3) === 0 ? 'default' : 'vip';
    const atMs = Date.UTC(2026, 5, 1) + next(14 * DAY_MINUTES) * MINUTE_MS + next(MINUTE_MS);
    const usage = someUsage();
    const price = book.priceFor({ model: 'm', group, atMs })!;
    const expected = costByHand(first, rule, { group, atMs, usage });
    expect(unitsFor(usage, price)).toBe(expected.units);
    const receipt = JSON.parse(JSON.stringify(receiptOf(usage, price))) as Receipt;
    expect(unitsFromReceipt(receipt)).toBe(expected.units);
    expect(receipt.price.tierAbove).toBe(expected.above);
    for (const name of ['tierAbove', 'hours', 'isOfGroup'] as const) seen[name] += receipt.price[name] ? 1 : 0;
    checkBound(price, usage, totalPromptTokens(usage) + next(40_000));
  }

  /** The prompt may be anything of a length: nothing in it may be dearer than what is reserved. */
  function checkBound(price: Price, usage: UsageBuckets, most: number): void {
    const bound = priceUpTo(price, most);
    expect(unitsFor(usage, bound)).toBeGreaterThanOrEqual(unitsFor(usage, price));
    const reachable = [priceReached(price, noUsage), ...price.tiers.filter(tier => most > tier.tierAbove)];
    const isBelow = billedBuckets.some(name => reachable.some(one => weightOf(one, name) > weightOf(bound, name)));
    expect(isBelow).toBe(false);
  }

  it('are charged as by hand, to the unit, and never above what was reserved', () => {
    for (let round = 0; round < 250; round += 1) {
      const first = cells();
      const ofGroup = { prices: cells(), ...tiers(), ...windows() };
      const rule = { ...tiers(), ...windows(), ...(next(2) === 0 && { groups: { vip: ofGroup } }) };
      if (Object.keys(rule).length > 0) expect(ruleFault(rule)).toBeNull();
      const book = bookOf(first, rule);
      for (let call = 0; call < 12; call += 1) checkCall(first, rule, book);
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(300);
  });
});
