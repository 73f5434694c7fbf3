import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { OptionEntity } from './option.entity';

/** The stored texts by key, exactly as in the table. */
export type StoredOptions = ReadonlyMap<string, string>;

@Injectable()
export class OptionStore {
  constructor(private readonly database: Database) {}

  async loadAll(): Promise<StoredOptions> {
    return toMap(await this.database.read.find(OptionEntity));
  }

  /** Reads some of the stored options, as this unit of work sees them. */
  async loadSome(manager: EntityManager, keys: readonly string[]): Promise<StoredOptions> {
    if (keys.length === 0) return new Map();
    return toMap(await manager.find(OptionEntity, { where: { key: In([...keys]) } }));
  }

  async save(manager: EntityManager, key: string, value: string): Promise<void> {
    await manager.upsert(OptionEntity, { key, value }, ['key']);
  }
}

function toMap(rows: readonly OptionEntity[]): StoredOptions {
  return new Map(rows.map(row => [row.key, row.value]));
}
