import { type OptionValues } from './options';
import { isMoney, priceTableKeys, type PriceCells, type PriceTableKey } from './price-keys';
import { type ModelRule } from './price-rules';

/** The options that a version of the prices keeps. */
export const versionedPriceKeys = [...priceTableKeys, 'PriceRules'] as const satisfies readonly (keyof OptionValues)[];

/** A cache entry kept for one hour costs this much more to write than one kept for five minutes, unless it has a ratio. */
export const CACHE_HOUR_FACTOR = 1.6;

/** The most cells that one call changes. */
export const PRICE_CHANGES_MAX = 20_000;
/** Older versions of the table are removed. */
export const PRICE_VERSIONS_MAX = 100;
/** Significant digits to which an amount of money is kept exactly. */
export const PRICE_DIGITS = 9;

/** One model of the table. */
export interface PriceTableRow {
  readonly model: string;
  /** The number of enabled channels that serve it. */
  readonly channels: number;
  /** False for a model that is refused because it has no price. */
  readonly priced: boolean;
  /** What the options say, by option. */
  readonly set: PriceCells;
  /** What counts where they say nothing. An absent ratio of audio means that audio is billed as text. */
  readonly standard: PriceCells;
  /** The options whose value differs from the shipped one. */
  readonly changed: readonly PriceTableKey[];
  /** The completion ratio is known and fixed: the option is not read. */
  readonly locked?: true;
  /** What it costs by length of the prompt, by hours and by group; absent where that is the same. */
  readonly rule?: ModelRule;
}

/** The answer of `GET /api/option/prices`. */
export interface PriceTable {
  /** Units in one currency unit. */
  readonly quota_per_unit: number;
  /** Models without a price that channels serve first, then the other models of channels, then all others. */
  readonly rows: readonly PriceTableRow[];
}

/** One changed cell. */
export interface PriceChange {
  readonly model: string;
  readonly key: PriceTableKey;
  /** What the option said when it was read; the change is refused when it says something else now. */
  readonly before: number | null;
  /** Null takes the entry away. */
  readonly value: number | null;
}

/** What a model costs beside its row was changed. */
export interface RuleChange {
  readonly model: string;
  /** What was read; the change is refused when something else is there now. */
  readonly before: ModelRule | null;
  /** Null takes the rule away. */
  readonly value: ModelRule | null;
}

export const priceOrigins = ['table', 'paste', 'list', 'restore', 'option', 'found'] as const;
/** How a version came to be; `found` is a state that another way than the console brought, such as an import. */
export type PriceOrigin = (typeof priceOrigins)[number];

/** The body of `PUT /api/option/prices`: at least one change of either kind. */
export interface PriceSave {
  readonly changes: readonly PriceChange[];
  readonly rules?: readonly RuleChange[];
  readonly origin: 'table' | 'paste' | 'list';
}

export interface PriceSaved {
  readonly changed: number;
}

/** One state of the table. */
export interface PriceVersion {
  readonly id: number;
  readonly created_time: number;
  /** Empty where nobody is known. */
  readonly username: string;
  readonly origin: PriceOrigin;
  /** The number of cells and rules in which it differs from the version before it. */
  readonly changed: number;
}

/** A version with its differences. */
export interface PriceVersionDetail extends PriceVersion {
  /** What it changed; empty for the oldest one. At most {@link PRICE_DIFFERENCES_SHOWN}. */
  readonly changes: readonly PriceChange[];
  /** What going back to it would change now. */
  readonly restore: readonly PriceChange[];
  /** What it changed in rules, and what going back would change in them. */
  readonly rule_changes: readonly RuleChange[];
  readonly rule_restore: readonly RuleChange[];
  readonly restore_count: number;
}

export const PRICE_DIFFERENCES_SHOWN = 500;

/** The body of `POST /api/option/prices/compare`: the text of a list, or the address from which it is read. */
export interface PriceListRequest {
  readonly address?: string;
  readonly text?: string;
}

/** A model whose prices in a public list differ. */
export interface PriceListRow {
  readonly model: string;
  /** The name and the provider under which the list has it. */
  readonly listed_as: string;
  readonly channels: number;
  readonly changes: readonly PriceChange[];
}

export type PriceListFormat = 'models.dev' | 'LiteLLM';

/** The answer to the comparison with a public list. */
export interface PriceListComparison {
  readonly format: PriceListFormat;
  /** Models of the table that the list has. */
  readonly matched: number;
  /** Models of the table that the list does not have. */
  readonly missing: number;
  readonly rows: readonly PriceListRow[];
}

/** The public lists that the console offers. */
export const publicPriceLists = [
  { name: 'models.dev', address: 'https://models.dev/api.json' },
  {
    name: 'LiteLLM',
    address: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  },
] as const;

const TOKENS = 1_000_000;

function rounded(value: number): number {
  return Number(value.toPrecision(PRICE_DIGITS));
}

/** Whether two numbers are the same price. */
export function isSamePrice(first: number | null | undefined, second: number | null | undefined): boolean {
  if (typeof first !== 'number' || typeof second !== 'number') return (first ?? null) === (second ?? null);
  return rounded(first) === rounded(second);
}

type RowCells = Pick<PriceTableRow, 'set' | 'standard' | 'locked'>;

/** What counts for a model in one column: its entry, else what follows from the other columns. */
export function priceCell(row: RowCells, key: PriceTableKey): number | null {
  const { set, standard } = row;
  if (key === 'CompletionRatio' && row.locked) return standard.CompletionRatio ?? 1;
  const own = set[key] ?? standard[key];
  if (own !== undefined) return own;
  switch (key) {
    case 'ModelRatio':
    case 'ModelPrice':
    case 'SecondPrice':
      return null;
    case 'CreateCacheHourRatio':
      return rounded((priceCell(row, 'CreateCacheRatio') ?? 1) * CACHE_HOUR_FACTOR);
    case 'AudioCompletionRatio':
      return hasAudio(row) ? 1 : priceCell(row, 'CompletionRatio');
    case 'SearchPrice':
      return 0;
    default:
      return 1;
  }
}

function hasAudio({ set, standard }: RowCells): boolean {
  return (set.AudioRatio ?? standard.AudioRatio) !== undefined;
}

/** The money of a million tokens by which a ratio of the column is multiplied; null where the model has no ratio. */
function baseOf(row: RowCells, key: PriceTableKey, quotaPerUnit: number): number | null {
  if (key === 'ModelRatio') return TOKENS / quotaPerUnit;
  return moneyOf(row, key === 'AudioCompletionRatio' ? 'AudioRatio' : 'ModelRatio', quotaPerUnit);
}

/** The price of a column in currency units: of a million tokens, of a call, of a second, or of a thousand searches. */
export function moneyOf(row: RowCells, key: PriceTableKey, quotaPerUnit: number): number | null {
  const cell = priceCell(row, key);
  if (cell === null || isMoney(key)) return cell;
  const base = baseOf(row, key, quotaPerUnit);
  return base === null ? null : rounded(base * cell);
}

/**
 * The number that an option must hold for a price in currency units: the shortest one that gives the same price back to
 * nine digits, so that ratios stay short and every bill stays within plain numbers.
 *
 * @returns null where no ratio gives that price, because the price that it multiplies is absent or zero
 */
export function ratioOf(row: RowCells, key: PriceTableKey, money: number, quotaPerUnit: number): number | null {
  if (isMoney(key)) return money;
  const base = baseOf(row, key, quotaPerUnit);
  if (base === null) return null;
  if (base === 0) return money === 0 ? (priceCell(row, key) ?? 1) : null;
  return shortest(money / base, ratio => rounded(ratio * base) === rounded(money));
}

const DIGITS_OF_NUMBERS = 17;

function shortest(ratio: number, isRight: (candidate: number) => boolean): number {
  for (let digits = 1; digits < DIGITS_OF_NUMBERS; digits += 1) {
    const candidate = Number(ratio.toPrecision(digits));
    if (isRight(candidate)) return candidate;
  }
  return ratio;
}

/**
 * The entries of a model after a price in money was entered: of the other columns, those with an entry of their own keep
 * their money, and those that follow a standard go on following it.
 *
 * @returns the changed entries; null where the price cannot be given
 */
export function withMoney(
  row: RowCells,
  { key, money, quotaPerUnit }: { readonly key: PriceTableKey; readonly money: number; readonly quotaPerUnit: number },
): PriceCells | null {
  const value = ratioOf(row, key, money, quotaPerUnit);
  if (value === null) return null;
  const changed: Partial<Record<PriceTableKey, number>> = { [key]: value };
  const next = (): RowCells => ({ ...row, set: { ...row.set, ...changed } });
  for (const other of priceTableKeys) {
    const isBelow = key === 'ModelRatio' ? !isMoney(other) : key === 'AudioRatio' && other === 'AudioCompletionRatio';
    if (other === key || !isBelow || row.set[other] === undefined) continue;
    const before = moneyOf(row, other, quotaPerUnit);
    const ratio = before === null ? null : ratioOf(next(), other, before, quotaPerUnit);
    if (ratio !== null) changed[other] = ratio;
  }
  return changed;
}
