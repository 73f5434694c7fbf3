import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { LessThan, type EntityManager } from 'typeorm';
import { PasskeyEntity } from './passkey.entity';

export type StoredPasskey = Readonly<PasskeyEntity>;
export type NewPasskey = Omit<StoredPasskey, 'id' | 'credentialHash' | 'createdAtMs' | 'usedAtMs'>;

/** What a device reports with each use. */
export interface PasskeyUse {
  readonly signCount: number;
  readonly isBackedUp: boolean;
}

/** Stores passkeys, found by a hash of their id; a passkey is changed only together with its owner. */
@Injectable()
export class PasskeyStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  listOf(userId: number): Promise<readonly StoredPasskey[]> {
    return this.database.read.find(PasskeyEntity, { where: { userId }, order: { id: 'ASC' } });
  }

  /** @param credentialId base64url */
  findByCredential(credentialId: string): Promise<StoredPasskey | null> {
    return this.database.read.findOneBy(PasskeyEntity, { credentialHash: credentialHashOf(credentialId) });
  }

  countInUnit(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(PasskeyEntity, { userId });
  }

  findInUnit(manager: EntityManager, userId: number, id: number): Promise<StoredPasskey | null> {
    return manager.findOneBy(PasskeyEntity, { id, userId });
  }

  /** @throws a unique violation when an account already has this passkey */
  async insert(manager: EntityManager, passkey: NewPasskey): Promise<StoredPasskey> {
    const row = {
      ...passkey,
      credentialHash: credentialHashOf(passkey.credentialId),
      createdAtMs: Date.now(),
      usedAtMs: 0,
    };
    const { identifiers } = await manager.insert(PasskeyEntity, { ...row }); // a copy, because TypeORM writes stored forms back into it
    return { ...row, id: Number(identifiers[0]?.id) };
  }

  /**
   * Counts a use.
   *
   * @returns false when a use with this count or a later one was seen before, or the passkey is gone
   */
  async use(manager: EntityManager, id: number, { signCount, isBackedUp }: PasskeyUse): Promise<boolean> {
    // A device that does not count always reports 0, and is never accepted for a passkey whose count was above 0.
    const earlier = signCount === 0 ? 0 : LessThan(signCount);
    const { affected } = await manager.update(
      PasskeyEntity,
      { id, signCount: earlier },
      { signCount, isBackedUp, usedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** @returns false when the owner has no such passkey */
  async rename(manager: EntityManager, owned: { readonly userId: number; readonly id: number }, name: string) {
    const { affected } = await manager.update(PasskeyEntity, { id: owned.id, userId: owned.userId }, { name });
    return affected === 1;
  }

  /** @returns false when the owner has no such passkey */
  async remove(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.delete(PasskeyEntity, { id, userId });
    return affected === 1;
  }
}

/** Hashes the decoded bytes, because base64url may write the same bytes in more than one way. */
function credentialHashOf(credentialId: string): string {
  return createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest('hex');
}
