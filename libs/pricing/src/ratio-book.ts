import { createHash } from 'node:crypto';
import {
  modelFamilyOf,
  QUOTA_PER_UNIT,
  SELF_USE_MODEL_RATIO,
  type ModelRule,
  type PriceCells,
  type PriceRuleTable,
  type PriceTableKey,
} from '@contracts';
import { completionRatioOf, standardCompletion, type CompletionSources } from './completion-ratio';
import { ModelPrices } from './model-prices';
import { freePrice, type Price } from './price';
import { pricesByRule, type MakePrice, type PriceTerms } from './rule-prices';
import { type NumberMap, type RatioTable, type ShippedBook } from './shipped-book';

/** The tables an administrator may change. */
export interface RatioOptions {
  readonly modelRatio: NumberMap;
  readonly completionRatio: NumberMap;
  readonly modelPrice: NumberMap;
  readonly groupRatio: NumberMap;
  /** Ratios and prices beside those of text; the shipped ones where a table is absent. */
  readonly sides?: Readonly<Partial<Record<SideTable, NumberMap>>>;
  /** Units in one currency unit; 500000 when absent. */
  readonly quotaPerUnit?: number;
  /** Prices by length of the prompt, by hours and by group. */
  readonly rules?: PriceRuleTable;
}

interface StandardPrices {
  /** An absent ratio has no standard. */
  readonly cells: Readonly<Partial<Record<PriceTableKey, number | undefined>>>;
  /** The completion ratio is fixed: no option changes it. */
  readonly isLocked: boolean;
}

interface PriceQuery {
  /** The requested name, before any mapping. */
  readonly model: string;
  /** The group that is used. */
  readonly group: string;
  /** Accept a model that has neither ratio nor price. */
  readonly selfUse?: boolean;
}

/** The price of a model at a moment; outside of all hours with other prices where no moment is given. */
interface MomentQuery extends PriceQuery {
  readonly atMs?: number;
}

/** What a price is made of beside the tables. */
interface OwnTerms {
  readonly own: PriceCells;
  readonly terms: PriceTerms;
  readonly selfUse: boolean;
}

/** Tables with a shipped rule for names that are not listed. */
type RuledTable = 'cacheRatio' | 'createCacheRatio' | 'audioRatio' | 'audioCompletionRatio' | 'imageRatio';
type SideTable = RuledTable | 'createCacheHourRatio' | 'secondPrice' | 'searchPrice';

/** Most prices remembered per book; further ones are computed each time, so foreign names cannot fill the memory. */
const PRICES_MAX = 10_000;

/** Name under which a model is priced, limited and looked up: all custom GPTs of a family share one. */
export function billingName(model: string): string {
  return modelFamilyOf(model) ?? model;
}

function toMap(table: NumberMap): ReadonlyMap<string, number> {
  return new Map(Object.entries(table));
}

/** Ratio of a name that is not listed, or null when the table has nothing to say about it. */
function unlistedRatio(table: RatioTable, name: string): number | null {
  const isCovered = table.defaultFor === undefined || table.defaultFor.some(piece => name.includes(piece));
  return isCovered ? table.default : null;
}

/** The ratio of the longest prefix of the name that the table has. */
function byBeginning({ default: common, ratios }: RatioTable, name: string): number {
  const family = Object.keys(ratios)
    .filter(beginning => name.startsWith(beginning))
    .sort((first, second) => second.length - first.length)[0];
  return (family === undefined ? undefined : ratios[family]) ?? common;
}

function versionOf(...tables: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 12);
}

/**
 * All prices at one moment. A change of an option makes a new book; running calls keep the price they took. Looking up
 * a price never fails: a model without a price returns null and must be refused, never served for free.
 */
export class RatioBook {
  /** Fingerprint of everything that decides a price; equal books have equal versions. */
  readonly version: string;

  private readonly modelRatio: ReadonlyMap<string, number>;
  private readonly modelPrice: ReadonlyMap<string, number>;
  private readonly groupRatio: ReadonlyMap<string, number>;
  private readonly completion: CompletionSources;
  private readonly tables: Readonly<Record<SideTable, ReadonlyMap<string, number>>>;
  private readonly quotaPerUnit: number;
  private readonly prices = new Map<string, ModelPrices>();
  private readonly rules: ReadonlyMap<string, ModelRule>;
  private readonly answerTokens = new Map<string, number>();

  constructor(
    options: RatioOptions,
    private readonly shipped: ShippedBook,
  ) {
    this.modelRatio = toMap(options.modelRatio);
    this.modelPrice = toMap(options.modelPrice);
    this.groupRatio = toMap(options.groupRatio);
    this.completion = {
      shipped: toMap(shipped.completionRatio),
      rules: shipped.completionRules,
      option: toMap(options.completionRatio),
    };
    const { sides = {} } = options;
    this.tables = {
      cacheRatio: toMap(sides.cacheRatio ?? shipped.cacheRatio.ratios),
      createCacheRatio: toMap(sides.createCacheRatio ?? shipped.createCacheRatio.ratios),
      createCacheHourRatio: toMap(sides.createCacheHourRatio ?? {}),
      audioRatio: toMap(sides.audioRatio ?? shipped.audioRatio.ratios),
      audioCompletionRatio: toMap(sides.audioCompletionRatio ?? shipped.audioCompletionRatio.ratios),
      imageRatio: toMap(sides.imageRatio ?? shipped.imageRatio.ratios),
      secondPrice: toMap(sides.secondPrice ?? {}),
      searchPrice: toMap(sides.searchPrice ?? {}),
    };
    this.rules = new Map(Object.entries(options.rules ?? {}));
    this.quotaPerUnit = options.quotaPerUnit ?? QUOTA_PER_UNIT;
    this.version = versionOf(options, shipped);
  }

  /** The price of a model in a group, or null for a model without ratio and price. A fixed price goes before a ratio. */
  priceFor({ atMs, ...query }: MomentQuery): Price | null {
    const prices = this.pricesFor(query);
    return prices === null || atMs === undefined ? (prices?.usual ?? null) : prices.at(atMs);
  }

  /** The prices of a model in a group at all times; null as above. */
  pricesFor({ model, group, selfUse = false }: PriceQuery): ModelPrices | null {
    const name = billingName(model);
    const key = `${selfUse ? 1 : 0}\n${group}\n${name}`;
    const known = this.prices.get(key);
    if (known !== undefined) return known;
    const prices = this.byRules(name, group, (own, terms) => this.makePrice(name, { own, terms, selfUse }));
    if (prices !== null && this.prices.size < PRICES_MAX) this.prices.set(key, prices);
    return prices;
  }

  /** The prices per second of a video in a group at all times; null for a model that is not billed by the length. */
  secondPricesFor({ model, group }: Pick<PriceQuery, 'model' | 'group'>): ModelPrices | null {
    const name = billingName(model);
    const listed = this.tables.secondPrice.get(name);
    return this.byRules(name, group, (own, terms) => {
      const isOtherwise = own.ModelRatio !== undefined || own.ModelPrice !== undefined;
      const secondPrice = own.SecondPrice ?? (isOtherwise ? undefined : listed);
      if (secondPrice === undefined) return null;
      const common = { ...terms, quotaPerUnit: this.quotaPerUnit, bookVersion: this.version };
      return { ...freePrice, ...common, mode: 'call', secondPrice };
    });
  }

  /** Whether any work of a model can be billed in a group. */
  isPriced(query: PriceQuery): boolean {
    return this.pricesFor(query) !== null || this.secondPricesFor(query) !== null;
  }

  /** Tokens of the largest answer that a model gives; a cautious guess for names that are not listed. */
  largestAnswerOf(model: string): number {
    const known = this.answerTokens.get(model);
    if (known !== undefined) return known;
    const tokens = byBeginning(this.shipped.answerTokens, model.slice(model.lastIndexOf('/') + 1));
    if (this.answerTokens.size < PRICES_MAX) this.answerTokens.set(model, tokens);
    return tokens;
  }

  /** Ratio of a group; 1 for a name the table does not have, which the caller should log as an error. */
  groupRatioOf(group: string): number {
    return this.groupRatio.get(group) ?? 1;
  }

  hasGroup(group: string): boolean {
    return this.groupRatio.has(group);
  }

  /** Whether the model has a ratio or a price of its own. */
  hasModel(model: string): boolean {
    const name = billingName(model);
    return this.modelPrice.has(name) || this.modelRatio.has(name);
  }

  /** What counts for a name in the columns of the table of prices for which the options have no entry of it. */
  standardsOf(name: string): StandardPrices {
    const { completion, shipped } = this;
    const ruled = (table: RuledTable): number | undefined => unlistedRatio(shipped[table], name) ?? undefined;
    const { ratio, isLocked } = standardCompletion(name, completion);
    return {
      cells: {
        CompletionRatio: ratio,
        CacheRatio: ruled('cacheRatio'),
        CreateCacheRatio: ruled('createCacheRatio'),
        AudioRatio: ruled('audioRatio'),
        AudioCompletionRatio: ruled('audioCompletionRatio'),
        ImageRatio: ruled('imageRatio'),
        SearchPrice: byBeginning(shipped.searchPrice, name),
      },
      isLocked,
    };
  }

  /** The prices of a name in a group as its rule says, where it has one. */
  private byRules(name: string, group: string, make: MakePrice): ModelPrices | null {
    const rule = this.rules.get(name);
    const groupRatio = this.groupRatioOf(group);
    if (rule !== undefined) return pricesByRule(rule, { group, groupRatio, make });
    const usual = make({}, { groupRatio });
    return usual && new ModelPrices(usual);
  }

  /** @param own what goes before the tables; a locked completion ratio holds for the tables alone */
  private makePrice(name: string, { own, terms, selfUse }: OwnTerms): Price | null {
    const searchPrice = own.SearchPrice ?? this.searchPriceOf(name);
    const common = { ...terms, quotaPerUnit: this.quotaPerUnit, bookVersion: this.version, searchPrice };
    const modelPrice = own.ModelPrice ?? (own.ModelRatio === undefined ? this.modelPrice.get(name) : undefined);
    if (modelPrice !== undefined) return { ...freePrice, ...common, mode: 'call', modelPrice };
    const modelRatio = own.ModelRatio ?? this.modelRatio.get(name) ?? (selfUse ? SELF_USE_MODEL_RATIO : undefined);
    if (modelRatio === undefined) return null;
    const completionRatio = own.CompletionRatio ?? completionRatioOf(name, this.completion);
    const audioRatio = own.AudioRatio ?? this.sideRatio('audioRatio', name);
    return {
      ...freePrice,
      ...common,
      mode: 'token',
      modelRatio,
      completionRatio,
      cacheRatio: own.CacheRatio ?? this.sideRatio('cacheRatio', name) ?? 1,
      createCacheRatio: own.CreateCacheRatio ?? this.sideRatio('createCacheRatio', name) ?? 1,
      createCacheHourRatio: own.CreateCacheHourRatio ?? this.tables.createCacheHourRatio.get(name) ?? null,
      // A model without audio ratio may still report audio tokens: they are billed like its text, both ways.
      audioRatio: audioRatio ?? 1,
      audioCompletionRatio:
        own.AudioCompletionRatio ??
        this.sideRatio('audioCompletionRatio', name) ??
        (audioRatio === null ? completionRatio : 1),
      imageRatio: own.ImageRatio ?? this.sideRatio('imageRatio', name) ?? 1,
    };
  }

  /** Providers price searches by family. */
  private searchPriceOf(name: string): number {
    return this.tables.searchPrice.get(name) ?? byBeginning(this.shipped.searchPrice, name);
  }

  private sideRatio(table: RuledTable, name: string): number | null {
    return this.tables[table].get(name) ?? unlistedRatio(this.shipped[table], name);
  }
}
