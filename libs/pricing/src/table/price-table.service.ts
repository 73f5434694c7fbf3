import {
  ChannelStatus,
  isSamePrice,
  MODEL_NAME_MAX,
  PRICE_DIFFERENCES_SHOWN,
  priceTableKeys,
  RATIO_MAX,
  versionedPriceKeys,
  type PriceCells,
  type PriceChange,
  type PriceSave,
  type PriceSaved,
  type PriceTable,
  type PriceTableRow,
  type PriceVersion,
  type PriceVersionDetail,
  type RuleChange,
} from '@contracts';
import { ChannelCatalog, hasExpired, type CatalogSnapshot } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options, type OptionTexts } from '@option';
import { type Actor } from '@platform';
import { DEFAULT_GROUP } from '../groups';
import { PriceBook } from '../price-book';
import { billingName, type RatioBook } from '../ratio-book';
import {
  cellsOf,
  conflictsOf,
  differencesOf,
  namesIn,
  tablesOf,
  textOfNumbers,
  textsAfter,
  type PriceTables,
} from './price-tables';
import {
  ruleConflictsOf,
  ruleDifferencesOf,
  rulesAfter,
  rulesOf,
  textOfRules,
  type PriceRules,
} from './price-rule-texts';
import { PriceVersionStore } from './price-version.store';

/** Names that a refusal repeats. */
const NAMES_SHOWN = 5;

/** All prices as one table, and its versions. */
@Injectable()
export class PriceTableService {
  private counted: Counted | null = null;

  constructor(
    private readonly options: Options,
    private readonly prices: PriceBook,
    private readonly channels: ChannelCatalog,
    private readonly versions: PriceVersionStore,
  ) {}

  table(): PriceTable {
    const { QuotaPerUnit, SelfUseModeEnabled: selfUse } = this.options.current;
    const texts = this.textsNow();
    const tables = tablesOf(texts);
    const rules = rulesOf(texts);
    const shipped = tablesOf(Object.fromEntries(priceTableKeys.map(key => [key, this.options.shippedText(key)])));
    const book = this.prices.current;
    const served = this.servedCounts();
    const rows = [...new Set([...served.keys(), ...namesIn(tables), ...rules.keys()])].map(model =>
      toRow(model, { tables, rules, shipped, book, selfUse, channels: served.get(model) ?? 0 }),
    );
    return { quota_per_unit: QuotaPerUnit, rows: rows.sort(byUse) };
  }

  /**
   * Saves cells and rules, all or none.
   *
   * @throws AppError PRICE_CONFLICT naming models whose price is another one than the caller saw
   */
  async save({ changes, rules = [], origin }: PriceSave, actor: Actor): Promise<PriceSaved> {
    refuseWrongCells(changes);
    refuseWrongRules(rules);
    if (changes.length + rules.length === 0) throw new AppError('OPTION_INVALID', { params: { key: 'changes' } });
    const keys = [...new Set(changes.map(({ key }) => key)), ...(rules.length > 0 ? (['PriceRules'] as const) : [])];
    await this.options.saveTogether(keys, { actor, origin }, texts => {
      const tables = tablesOf(texts);
      const before = rulesOf(texts);
      const conflicts = [...conflictsOf(tables, changes), ...ruleConflictsOf(before, rules)];
      if (conflicts.length > 0) throw conflict(conflicts);
      const ofRules = rules.length === 0 ? {} : { PriceRules: textOfRules(rulesAfter(before, rules)) };
      return { ...textsAfter(tables, changes), ...ofRules };
    });
    return { changed: changes.length + rules.length };
  }

  listVersions(): Promise<readonly PriceVersion[]> {
    return this.versions.list();
  }

  async version(id: number): Promise<PriceVersionDetail> {
    const { version, texts, former } = await this.versions.get(id);
    const now = this.textsNow();
    const restore = differencesOf(tablesOf(now), tablesOf(texts));
    const rules = ruleDifferencesOf(rulesOf(now), rulesOf(texts));
    const changes = former ? differencesOf(tablesOf(former), tablesOf(texts)) : [];
    const ruleChanges = former ? ruleDifferencesOf(rulesOf(former), rulesOf(texts)) : [];
    return {
      ...version,
      changes: changes.slice(0, PRICE_DIFFERENCES_SHOWN),
      restore: restore.slice(0, PRICE_DIFFERENCES_SHOWN),
      rule_changes: ruleChanges.slice(0, PRICE_DIFFERENCES_SHOWN),
      rule_restore: rules.slice(0, PRICE_DIFFERENCES_SHOWN),
      restore_count: restore.length + rules.length,
    };
  }

  /** Makes the table what it was in a version; that is a version of its own. */
  async restore(id: number, actor: Actor): Promise<PriceSaved> {
    const { texts: wanted } = await this.versions.get(id);
    const tables = tablesOf(wanted);
    let changed = 0;
    await this.options.saveTogether(versionedPriceKeys, { actor, origin: 'restore' }, texts => {
      const differences = differencesOf(tablesOf(texts), tables);
      const rules = ruleDifferencesOf(rulesOf(texts), rulesOf(wanted));
      changed = differences.length + rules.length;
      const touched = new Set(differences.map(({ key }) => key));
      const cells: OptionTexts = Object.fromEntries([...touched].map(key => [key, textOfNumbers(tables[key])]));
      return rules.length === 0 ? cells : { ...cells, PriceRules: textOfRules(rulesOf(wanted)) };
    });
    return { changed };
  }

  private textsNow(): OptionTexts {
    return Object.fromEntries(versionedPriceKeys.map(key => [key, this.options.textOf(key)]));
  }

  /** Enabled channels by the name under which a model is priced; counted once for each state of the channels. */
  private servedCounts(): ReadonlyMap<string, number> {
    const { current } = this.channels;
    if (this.counted?.snapshot !== current) this.counted = { snapshot: current, counts: countsIn(current) };
    return this.counted.counts;
  }
}

interface Counted {
  readonly snapshot: CatalogSnapshot;
  readonly counts: ReadonlyMap<string, number>;
}

function countsIn(snapshot: CatalogSnapshot): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const nowMs = Date.now();
  const serving = snapshot.all.filter(
    channel => channel.status === ChannelStatus.Enabled && !hasExpired(channel, nowMs),
  );
  for (const { models } of serving) {
    for (const name of new Set(models.map(billingName))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

interface RowSources {
  readonly tables: PriceTables;
  readonly rules: PriceRules;
  readonly shipped: PriceTables;
  readonly book: RatioBook;
  readonly selfUse: boolean;
  readonly channels: number;
}

function toRow(model: string, { tables, rules, shipped, book, selfUse, channels }: RowSources): PriceTableRow {
  const { cells, isLocked } = book.standardsOf(model);
  const set = cellsOf(tables, model);
  const rule = rules.get(model);
  const standard = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as PriceCells;
  return {
    model,
    channels,
    priced: book.isPriced({ model, group: DEFAULT_GROUP, selfUse }),
    set,
    standard,
    changed: priceTableKeys.filter(key => !isSamePrice(set[key], shipped[key].get(model))),
    ...(isLocked && { locked: true }),
    ...(rule && { rule }),
  };
}

function rank({ channels, priced }: PriceTableRow): number {
  if (channels > 0) return priced ? 1 : 0;
  return 2;
}

function byUse(left: PriceTableRow, right: PriceTableRow): number {
  return rank(left) - rank(right) || (left.model < right.model ? -1 : 1);
}

/** Checked before the options are read; they check the whole tables again. */
function refuseWrongCells(changes: readonly PriceChange[]): void {
  const seen = new Set<string>();
  for (const { model, key, value } of changes) {
    const cell = `${key}\n${model}`;
    const isNumber = value === null || (Number.isFinite(value) && value >= 0);
    if (!isNumber || seen.has(cell)) throw new AppError('OPTION_INVALID', { params: { key } });
    if (value !== null && value > RATIO_MAX) {
      throw new AppError('OPTION_RATIO_TOO_LARGE', { params: { key, name: model, max: RATIO_MAX } });
    }
    refuseLongName(model, key);
    seen.add(cell);
  }
}

function refuseWrongRules(rules: readonly RuleChange[]): void {
  const isTwice = new Set(rules.map(({ model }) => model)).size < rules.length;
  if (isTwice) throw new AppError('OPTION_INVALID', { params: { key: 'PriceRules' } });
  for (const { model } of rules) refuseLongName(model, 'PriceRules');
}

function refuseLongName(model: string, key: string): void {
  if (Array.from(model).length <= MODEL_NAME_MAX) return;
  throw new AppError('OPTION_NAME_TOO_LONG', { params: { key, name: model.slice(0, 40), max: MODEL_NAME_MAX } });
}

function conflict(conflicts: readonly Pick<PriceChange, 'model'>[]): AppError {
  const names = [...new Set(conflicts.map(({ model }) => model))];
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return new AppError('PRICE_CONFLICT', { params: { models: names.length > NAMES_SHOWN ? `${shown} …` : shown } });
}
