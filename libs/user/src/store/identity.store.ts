import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { type EntityManager } from 'typeorm';
import { IdentityEntity } from './identity.entity';

/** A third-party account that its provider has confirmed; it is found by the permanent id, never by a name. */
export interface ProvenIdentity {
  /** The short name of the provider, as stored. */
  readonly provider: string;
  /** The provider's permanent id of the account, as text. */
  readonly subject: string;
  /** The name at the provider, for display. */
  readonly login: string;
  /** The trust level; 0 where the provider has none. */
  readonly level: number;
}

const LOGIN_LENGTH_MAX = 128;

/** Stores third-party accounts and their owners. Deleted accounts keep theirs. */
@Injectable()
export class IdentityStore {
  constructor(private readonly database: Database) {}

  /** Finds the owner of an identity. @returns id of the owner, deleted or not, or null when there is none */
  async findOwner({ provider, subject }: Pick<ProvenIdentity, 'provider' | 'subject'>): Promise<number | null> {
    const row = await this.database.read.findOneBy(IdentityEntity, { provider, subject });
    return row?.userId ?? null;
  }

  listOf(userId: number): Promise<readonly Readonly<IdentityEntity>[]> {
    return this.database.read.find(IdentityEntity, { where: { userId }, order: { id: 'ASC' } });
  }

  /**
   * Attaches an identity to an account, in place of an earlier one of the same provider.
   *
   * @throws a unique violation when another account has it
   */
  async attach(manager: EntityManager, userId: number, identity: ProvenIdentity): Promise<void> {
    const { provider, subject, level } = identity;
    await manager.delete(IdentityEntity, { userId, provider });
    const login = identity.login.slice(0, LOGIN_LENGTH_MAX);
    await manager.insert(IdentityEntity, { userId, provider, subject, login, level, createdAtMs: Date.now() });
  }

  /** Stores the current name and level at the provider. */
  async refresh(manager: EntityManager, identity: ProvenIdentity): Promise<void> {
    const { provider, subject, level } = identity;
    await manager.update(
      IdentityEntity,
      { provider, subject },
      { login: identity.login.slice(0, LOGIN_LENGTH_MAX), level },
    );
  }

  /** Detaches the identity of a provider from an account. @returns whether there was one */
  async detach(manager: EntityManager, userId: number, provider: string): Promise<boolean> {
    const { affected } = await manager.delete(IdentityEntity, { userId, provider });
    return (affected ?? 0) > 0;
  }

  hasAny(manager: EntityManager, userId: number): Promise<boolean> {
    return manager.existsBy(IdentityEntity, { userId });
  }
}
