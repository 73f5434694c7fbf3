import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { Database } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { deleteAbilities, inParts, insertAbilities, updateAbilities } from './abilities';
import { AbilityEntity } from './ability.entity';
import { ChannelEntity } from './channel.entity';
import { KeyFaultEntity } from './key-fault.entity';

/** A channel that has no id yet. */
export type NewChannel = Omit<ChannelEntity, 'id'>;

/** A stored row, and the changes to it. */
export interface ChannelUpdate {
  readonly current: ChannelEntity;
  readonly changes: Partial<NewChannel>;
}

/** Writes channels; a row, its abilities and its counter in the ledger always change together. */
@Injectable()
export class ChannelStore {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  find(id: number): Promise<ChannelEntity | null> {
    return this.database.read.findOneBy(ChannelEntity, { id });
  }

  /** Finds a channel as this unit of work sees it. */
  findIn(manager: EntityManager, id: number): Promise<ChannelEntity | null> {
    return manager.findOneBy(ChannelEntity, { id });
  }

  /** Finds a channel and locks it until the unit ends, so that decisions based on the row stay valid. */
  async lockIn(manager: EntityManager, id: number): Promise<ChannelEntity | null> {
    await manager.update(ChannelEntity, { id }, { id });
    return this.findIn(manager, id);
  }

  /** Finds the channels that exist, locked until the unit ends, by id. */
  async lockAll(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, ChannelEntity>> {
    const rows = new Map<number, ChannelEntity>();
    for (const some of inParts(ids)) {
      // This statement writes the present values, which takes the locks.
      const lock = manager.createQueryBuilder().update(ChannelEntity);
      await lock
        .set({ weight: () => 'weight' })
        .where({ id: In(some) })
        .execute();
      for (const row of await manager.findBy(ChannelEntity, { id: In(some) })) rows.set(row.id, row);
    }
    return rows;
  }

  /** @returns ids in the order given */
  async insert(manager: EntityManager, channels: readonly NewChannel[]): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const channel of channels) {
      const { identifiers } = await manager.insert(ChannelEntity, channel);
      const id = Number(identifiers[0]?.id);
      await this.ledger.open(manager, AccountKind.Channel, id);
      await insertAbilities(manager, [{ ...channel, id }]);
      ids.push(id);
    }
    return ids;
  }

  /**
   * Changes some columns and rebuilds the abilities from the resulting row. @returns the row, or null if there is none
   */
  async update(manager: EntityManager, id: number, changes: Partial<NewChannel>): Promise<ChannelEntity | null> {
    if (Object.keys(changes).length > 0) await manager.update(ChannelEntity, { id }, changes);
    const channel = await this.findIn(manager, id);
    if (channel) {
      await deleteAbilities(manager, [id]);
      await insertAbilities(manager, [channel]);
    }
    return channel;
  }

  /** Changes many rows and the abilities derived from them; equal changes share one statement. */
  async updateAll(manager: EntityManager, edits: readonly ChannelUpdate[]): Promise<void> {
    for (const same of withEqualChanges(edits)) {
      for (const ids of inParts(same.map(({ current }) => current.id))) {
        const changes = same[0]?.changes ?? {};
        await manager.update(ChannelEntity, { id: In(ids) }, changes);
        await updateAbilities(manager, ids, changes);
      }
    }
    const moved = edits.filter(({ changes }) => changes.group !== undefined || changes.models !== undefined);
    await deleteAbilities(
      manager,
      moved.map(({ current }) => current.id),
    );
    await insertAbilities(
      manager,
      moved.map(({ current, changes }) => ({ ...current, ...changes })),
    );
  }

  /** Removes rows and abilities; the counters stay, because the ledger keeps every account. @returns rows removed */
  async delete(manager: EntityManager, ids: readonly number[]): Promise<number> {
    let count = 0;
    for (const part of inParts(ids)) {
      const some = In(part);
      const { affected } = await manager.delete(ChannelEntity, { id: some });
      await manager.delete(KeyFaultEntity, { channelId: some });
      count += affected ?? 0;
    }
    await deleteAbilities(manager, ids);
    return count;
  }

  /** Ids of the channels in one of the given states. */
  async idsIn(manager: EntityManager, statuses: readonly ChannelEntity['status'][]): Promise<readonly number[]> {
    const rows = await manager.find(ChannelEntity, { select: ['id'], where: { status: In([...statuses]) } });
    return rows.map(row => row.id);
  }

  async idsTagged(manager: EntityManager, tag: string): Promise<readonly number[]> {
    const rows = await manager.find(ChannelEntity, { select: ['id'], where: { tag }, order: { id: 'ASC' } });
    return rows.map(row => row.id);
  }

  /** Names of the channels that exist, by id in the given order. */
  async namesIn(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const names = new Map<number, string>();
    for (const some of inParts(ids)) {
      const rows = await manager.find(ChannelEntity, { select: ['id', 'name'], where: { id: In(some) } });
      for (const row of rows) names.set(row.id, row.name);
    }
    return new Map(ids.flatMap(id => (names.has(id) ? [[id, names.get(id) ?? '']] : [])));
  }

  /** Deletes all abilities and derives them again. @returns number of channels */
  async rebuildAbilities(manager: EntityManager): Promise<number> {
    await manager.createQueryBuilder().delete().from(AbilityEntity).execute();
    const channels = await manager.find(ChannelEntity, {
      select: ['id', 'group', 'models', 'status', 'priority', 'weight'],
    });
    await insertAbilities(manager, channels);
    return channels.length;
  }
}

function withEqualChanges(edits: readonly ChannelUpdate[]): readonly (readonly ChannelUpdate[])[] {
  const sorts = new Map<string, ChannelUpdate[]>();
  for (const edit of edits) {
    const key = JSON.stringify(edit.changes);
    const same = sorts.get(key);
    if (same) same.push(edit);
    else sorts.set(key, [edit]);
  }
  return [...sorts.values()];
}
