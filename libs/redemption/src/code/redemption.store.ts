import { Injectable } from '@nestjs/common';
import { RedemptionStatus } from '@contracts';
import { Database, dialectOf, insertRows, SecretBox, type RowSetShape } from '@platform';
import { In, IsNull, type EntityManager } from 'typeorm';
import { RedemptionEntity } from './redemption.entity';

/** A stored code; only this folder sees it. */
export type RedemptionRow = Readonly<RedemptionEntity>;

/** The columns of a code that an administrator may change. */
export type RedemptionChange = Partial<Pick<RedemptionEntity, 'name' | 'quota' | 'status' | 'deletedAtMs'>>;

/** A code that is ready to be stored; sealing happens outside the unit of work. */
export interface SealedKey {
  readonly keyHash: string;
  readonly keySealed: string;
}

/** The values that all codes of one call share. */
export interface RedemptionBatch {
  readonly userId: number;
  readonly name: string;
  readonly quota: number;
  /** 0 for codes that are worth quota. */
  readonly planId: number;
  readonly planPeriods: number;
  readonly createdAtMs: number;
}

const INSERT_SHAPE: RowSetShape = {
  user_id: 'integer',
  name: 'text',
  key_hash: 'text',
  key_sealed: 'text',
  status: 'integer',
  quota: 'integer',
  created_at_ms: 'integer',
  plan_id: 'integer',
  plan_periods: 'integer',
};

/** Rows of codes: look-ups of one, and the guarded writes. Deleted codes are never found. */
@Injectable()
export class RedemptionStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  find(id: number): Promise<RedemptionRow | null> {
    return this.database.read.findOneBy(RedemptionEntity, { id, deletedAtMs: IsNull() });
  }

  findByKey(key: string): Promise<RedemptionRow | null> {
    return this.database.read.findOneBy(RedemptionEntity, { keyHash: this.hashOf(key), deletedAtMs: IsNull() });
  }

  findByKeyInUnit(manager: EntityManager, key: string): Promise<RedemptionRow | null> {
    return manager.findOneBy(RedemptionEntity, { keyHash: this.hashOf(key), deletedAtMs: IsNull() });
  }

  /** Reads a row inside a unit of work, as it is now, and locks it for others until the unit ends. */
  lockedInUnit(manager: EntityManager, id: number): Promise<RedemptionRow | null> {
    const hasRowLocks = dialectOf(manager.connection) !== 'sqlite';
    return manager.findOne(RedemptionEntity, {
      where: { id, deletedAtMs: IsNull() },
      ...(hasRowLocks ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
  }

  /** Inserts all codes of one call by one statement. @returns their ids */
  async insertAll(
    manager: EntityManager,
    { userId, name, quota, planId, planPeriods, createdAtMs }: RedemptionBatch,
    keys: readonly SealedKey[],
  ): Promise<readonly number[]> {
    const rows = keys.map(({ keyHash, keySealed }) => [
      userId,
      name,
      keyHash,
      keySealed,
      RedemptionStatus.Unused,
      quota,
      createdAtMs,
      planId,
      planPeriods,
    ]);
    await insertRows(manager, 'redemptions', INSERT_SHAPE, rows);
    const stored = await manager.find(RedemptionEntity, {
      select: { id: true },
      where: { keyHash: In(keys.map(({ keyHash }) => keyHash)) },
      order: { id: 'ASC' },
    });
    return stored.map(({ id }) => id);
  }

  /** Compare-and-set on the status. @returns whether the code still had it and was changed */
  async change(manager: EntityManager, id: number, from: number, change: RedemptionChange): Promise<boolean> {
    const { affected } = await manager.update(RedemptionEntity, { id, status: from, deletedAtMs: IsNull() }, change);
    return affected === 1;
  }

  /** Compare-and-set from unused to used; only the caller that gets true may credit. */
  async spend(
    manager: EntityManager,
    key: string,
    use: Pick<RedemptionEntity, 'usedUserId' | 'redeemedAtMs'>,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      RedemptionEntity,
      { keyHash: this.hashOf(key), status: RedemptionStatus.Unused, deletedAtMs: IsNull() },
      { ...use, status: RedemptionStatus.Used },
    );
    return affected === 1;
  }

  sealed(key: string): SealedKey {
    return { keyHash: this.hashOf(key), keySealed: this.secrets.seal('redemption-code', key) };
  }

  hashOf(key: string): string {
    return this.secrets.hash('redemption-code', key);
  }

  keyOf(row: Pick<RedemptionEntity, 'keySealed'>): string {
    return this.secrets.open('redemption-code', row.keySealed);
  }
}
