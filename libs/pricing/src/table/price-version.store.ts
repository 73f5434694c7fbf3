import { PRICE_VERSIONS_MAX, priceOrigins, versionedPriceKeys, type PriceOrigin, type PriceVersion } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options, type ChangeRecorder, type OptionTexts, type RecordedChange } from '@option';
import { Database } from '@platform';
import { LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { ruleDifferencesOf, rulesOf } from './price-rule-texts';
import { differencesOf, tablesOf } from './price-tables';
import { PriceVersionEntity } from './price-version.entity';

/** The states of the table of prices, written in the unit of work that makes them. */
@Injectable()
export class PriceVersionStore implements ChangeRecorder {
  readonly keys = versionedPriceKeys;

  constructor(
    private readonly database: Database,
    options: Options,
  ) {
    options.recordWith(this);
  }

  async lastOf(manager: EntityManager): Promise<number> {
    const row = await manager.findOne(PriceVersionEntity, { select: { id: true }, where: {}, order: { id: 'DESC' } });
    return row?.id ?? 0;
  }

  /**
   * A state that was not brought about through the options, such as that of an import, becomes a version of its own first,
   * so that one can go back to it.
   */
  async record(manager: EntityManager, change: RecordedChange): Promise<void> {
    const { before, after, actor, origin } = change;
    const last = await manager.findOneBy(PriceVersionEntity, { id: change.last });
    const atMs = Date.now();
    let id = change.last;
    const changedOutside = last === null ? 0 : changesBetween(textsIn(last), before);
    if (last === null || changedOutside > 0) {
      id += 1;
      const found = { userId: 0, username: '', origin: 'found', changed: changedOutside };
      await manager.insert(PriceVersionEntity, { id, createdAtMs: atMs, ...found, tables: textOf(before) });
    }
    const changed = changesBetween(before, after);
    if (changed === 0) return;
    id += 1;
    const by = { userId: actor.id, username: actor.username, origin, changed };
    await manager.insert(PriceVersionEntity, { id, createdAtMs: atMs, ...by, tables: textOf(after) });
    await manager.delete(PriceVersionEntity, { id: LessThanOrEqual(id - PRICE_VERSIONS_MAX) });
  }

  /** The kept versions, the newest first, without their tables. */
  async list(): Promise<readonly PriceVersion[]> {
    const rows = await this.database.read.find(PriceVersionEntity, {
      select: { id: true, createdAtMs: true, username: true, origin: true, changed: true },
      order: { id: 'DESC' },
      take: PRICE_VERSIONS_MAX,
    });
    return rows.map(toWire);
  }

  /**
   * A version, its texts, and those of the version before it.
   *
   * @throws AppError PRICE_VERSION_GONE
   */
  async get(id: number): Promise<{ version: PriceVersion; texts: OptionTexts; former: OptionTexts | null }> {
    const row = await this.database.read.findOneBy(PriceVersionEntity, { id });
    if (!row) throw new AppError('PRICE_VERSION_GONE');
    const former = await this.database.read.findOne(PriceVersionEntity, {
      where: { id: LessThan(id) },
      order: { id: 'DESC' },
    });
    return { version: toWire(row), texts: textsIn(row), former: former && textsIn(former) };
  }
}

/** The number of cells and rules in which two states differ. */
function changesBetween(before: OptionTexts, after: OptionTexts): number {
  const ofRules = ruleDifferencesOf(rulesOf(before), rulesOf(after));
  return differencesOf(tablesOf(before), tablesOf(after)).length + ofRules.length;
}

/** Compact, because a hundred of them are kept. */
function textOf(texts: OptionTexts): string {
  return JSON.stringify(
    Object.fromEntries(versionedPriceKeys.map(key => [key, JSON.parse(texts[key] || '{}') as unknown])),
  );
}

function textsIn({ tables }: PriceVersionEntity): OptionTexts {
  const values = JSON.parse(tables) as Record<string, unknown>; // written by textOf
  return Object.fromEntries(Object.entries(values).map(([key, numbers]) => [key, JSON.stringify(numbers)]));
}

function toWire({ id, createdAtMs, username, origin, changed }: PriceVersionEntity): PriceVersion {
  const known = priceOrigins.find(name => name === origin) ?? ('found' satisfies PriceOrigin);
  return { id, created_time: toSeconds(createdAtMs), username, origin: known, changed };
}
