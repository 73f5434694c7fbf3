import { backupPlaces, type BackupPlaceKind } from './backup';
import { type NamedCallLimits } from './call-limits';
import { type DataGranularity } from './log';
import { type ClaimRule, type DomainRule } from './joining';
import { type Manufacturer } from './manufacturers';
import { type ModelChainTable } from './model-chains';
import { reportRhythms, type ReportRhythm } from './report';
import { payCurrencies, type PayCurrency } from './payment';
import { type PriceRuleTable } from './price-rules';
import { type SupplierCost } from './supplier-cost';

/** The tables whose default is the shipped price book; the lib that loads it supplies the JSON text. */
type ShippedTable =
  | 'ModelRatio'
  | 'CompletionRatio'
  | 'ModelPrice'
  | 'GroupRatio'
  | 'CacheRatio'
  | 'CreateCacheRatio'
  | 'AudioRatio'
  | 'AudioCompletionRatio'
  | 'ImageRatio';
export type ShippedDefaults = Readonly<Record<ShippedTable, string>>;
/** Marks a default that is not written here because it comes from the price book. */
interface FromBook {
  readonly book: ShippedTable;
}

/** Parsed types of the JSON options, by shape name. */
export interface OptionShapes {
  numberMap: Readonly<Record<string, number>>;
  textMap: Readonly<Record<string, string>>;
  textList: readonly string[];
  manufacturers: readonly Manufacturer[];
  limitTable: Readonly<Record<string, NamedCallLimits>>;
  chainTable: ModelChainTable;
  costTable: Readonly<Record<string, SupplierCost>>;
  domainRules: readonly DomainRule[];
  claimRules: readonly ClaimRule[];
  ruleTable: PriceRuleTable;
}
export type OptionShape = keyof OptionShapes;

/** The traits that any option may have besides its kind and its default. */
interface OptionTraits {
  /** True when no call ever returns the value. */
  readonly secret?: true;
  /** The role that a caller needs to write the option, when it is above 10. */
  readonly minRole?: 100;
  /**
   * True when the option could be abused to take over accounts or to make money: writing it needs role 100 while
   * ROOT_ONLY_OPTIONS is true.
   */
  readonly sensitive?: true;
  /** For a switch: keys that must have a value before it may be turned on (`A|B`: one of them), and its name in a refusal. */
  readonly requires?: { readonly keys: readonly string[]; readonly feature: string };
}

interface Row<Kind extends string, Default> extends OptionTraits {
  readonly kind: Kind;
  readonly default: Default;
}

type BooleanRow = Row<'boolean', boolean>;

/** A number option. Bounds are inclusive; `above` excludes the bound itself. */
export interface NumberRow<Kind extends 'integer' | 'decimal' = 'integer' | 'decimal'> extends Row<Kind, number> {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
}

export interface TextRow<Text extends string = string> extends Row<'text', string> {
  readonly choices?: readonly Text[];
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** True when the text must be empty or an http(s) address, but is kept as written. */
  readonly link?: true;
  /** True when line breaks are refused, because the value ends up in headers. */
  readonly singleLine?: true;
}

/**
 * An option that is empty, or an http(s) address without query and fragment, to which paths are appended; trailing
 * slashes are removed.
 */
type UrlRow = Row<'url', string>;

export interface JsonRow<Shape extends OptionShape = OptionShape> extends Row<'json', string | FromBook> {
  readonly shape: Shape;
}

export type OptionRow = BooleanRow | NumberRow | TextRow | UrlRow | JsonRow;

/** The TypeScript type of the parsed value of an option. */
export type OptionValue<AnyRow extends OptionRow> =
  AnyRow extends JsonRow<infer Shape>
    ? OptionShapes[Shape]
    : AnyRow extends BooleanRow
      ? boolean
      : AnyRow extends NumberRow
        ? number
        : AnyRow extends TextRow<infer Text>
          ? Text
          : string;

export function flag(fallback: boolean, traits: OptionTraits = {}): BooleanRow {
  return {
    kind: 'boolean',
    default: fallback,
    ...traits,
  };
}

type NumberBounds = Pick<NumberRow, 'min' | 'max' | 'above'> & OptionTraits;

/** An option for whole numbers, at least 0 unless the traits say otherwise. */
export function integer(fallback: number, traits: NumberBounds = {}): NumberRow<'integer'> {
  return {
    kind: 'integer',
    default: fallback,
    min: 0,
    ...traits,
  };
}

/** The most days that an age may have. */
const DAYS_MAX = 3650;

/** An age in days after which something is removed; 0, the default, keeps it. Only root decides that. */
export function days(): NumberRow<'integer'> {
  return integer(0, { max: DAYS_MAX, minRole: 100 });
}

/** An option for decimal numbers, at least 0 unless the traits say otherwise. */
export function decimal(fallback: number, traits: NumberBounds = {}): NumberRow<'decimal'> {
  return {
    kind: 'decimal',
    default: fallback,
    min: 0,
    ...traits,
  };
}

type TextTraits = Pick<TextRow, 'lengthMin' | 'lengthMax' | 'link' | 'singleLine'> & OptionTraits;

export function text(fallback = '', traits: TextTraits = {}): TextRow {
  return {
    kind: 'text',
    default: fallback,
    ...traits,
  };
}

export function granularity(fallback: DataGranularity): TextRow<DataGranularity> {
  return {
    kind: 'text',
    default: fallback,
    choices: ['hour', 'day', 'week'],
  };
}

export function rhythm(fallback: ReportRhythm): TextRow<ReportRhythm> {
  return {
    kind: 'text',
    default: fallback,
    choices: reportRhythms,
  };
}

export function backupPlace(fallback: BackupPlaceKind): TextRow<BackupPlaceKind> {
  return {
    kind: 'text',
    default: fallback,
    choices: backupPlaces,
    minRole: 100,
  };
}

export function currency(fallback: PayCurrency): TextRow<PayCurrency> {
  return {
    kind: 'text',
    default: fallback,
    choices: payCurrencies,
    sensitive: true,
  };
}

export function url(traits: OptionTraits = {}): UrlRow {
  return {
    kind: 'url',
    default: '',
    ...traits,
  };
}

export function json<Shape extends OptionShape>(
  shape: Shape,
  fallback: string | FromBook,
  traits: OptionTraits = {},
): JsonRow<Shape> {
  return { kind: 'json', default: fallback, shape, ...traits };
}
