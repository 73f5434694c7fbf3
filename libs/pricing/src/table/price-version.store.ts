import { PRICE_VERSIONS_MAX, priceOrigins, priceTableKeys, type PriceOrigin, type PriceVersion } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options, type ChangeRecorder, type OptionTexts, type RecordedChange } from '@option';
import { Database } from '@platform';
import { LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { differencesOf, tablesOf, type PriceTables } from './price-tables';
import { PriceVersionEntity } from './price-version.entity';

/** The states of the table of prices, written in the unit of work that makes them. */
@Injectable()
export class PriceVersionStore implements ChangeRecorder {
  readonly keys = priceTableKeys;

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
    const old = tablesOf(before);
    const atMs = Date.now();
    let id = change.last;
    const changedOutside = last === null ? 0 : differencesOf(tablesOf(textsIn(last)), old).length;
    if (last === null || changedOutside > 0) {
      id += 1;
      const found = { userId: 0, username: '', origin: 'found', changed: changedOutside };
      await manager.insert(PriceVersionEntity, { id, createdAtMs: atMs, ...found, tables: textOf(before) });
    }
    const changed = differencesOf(old, tablesOf(after)).length;
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
   * A version, its tables, and those of the version before it.
   *
   * @throws AppError PRICE_VERSION_GONE
   */
  async get(id: number): Promise<{ version: PriceVersion; tables: PriceTables; former: PriceTables | null }> {
    const row = await this.database.read.findOneBy(PriceVersionEntity, { id });
    if (!row) throw new AppError('PRICE_VERSION_GONE');
    const former = await this.database.read.findOne(PriceVersionEntity, {
      where: { id: LessThan(id) },
      order: { id: 'DESC' },
    });
    return { version: toWire(row), tables: tablesOf(textsIn(row)), former: former && tablesOf(textsIn(former)) };
  }
}

/** Compact, because a hundred of them are kept. */
function textOf(texts: OptionTexts): string {
  return JSON.stringify(
    Object.fromEntries(priceTableKeys.map(key => [key, JSON.parse(texts[key] || '{}') as unknown])),
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
