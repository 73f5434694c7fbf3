import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { LessThan, type EntityManager } from 'typeorm';
import { AuthenticatorEntity } from './authenticator.entity';
import { RecoveryCodeEntity } from './recovery-code.entity';

/** An app together with its stored secret; while the secret is unchanged, it is still the same app. */
export type StoredAuthenticator = Readonly<AuthenticatorEntity>;
type SameApp = Pick<StoredAuthenticator, 'userId' | 'secretSealed'>;

/**
 * Stores authenticator apps and their recovery codes. Every use is a guarded statement: of two concurrent uses only one
 * succeeds.
 */
@Injectable()
export class AuthenticatorStore {
  constructor(private readonly database: Database) {}

  /** Finds the app of an account, whether confirmed or not. */
  find(userId: number): Promise<StoredAuthenticator | null> {
    return this.database.read.findOneBy(AuthenticatorEntity, { userId });
  }

  countRecoveryCodes(userId: number): Promise<number> {
    return this.database.read.countBy(RecoveryCodeEntity, { userId });
  }

  /**
   * Stores an app that waits for its first code, in place of an earlier one that still waits.
   *
   * @throws a unique violation when the account has a confirmed app
   */
  async insertPending(manager: EntityManager, userId: number, secretSealed: string): Promise<void> {
    await manager.delete(AuthenticatorEntity, { userId, isConfirmed: false });
    const row = { userId, secretSealed, isConfirmed: false, lastStep: 0, createdAtMs: Date.now() };
    await manager.insert(AuthenticatorEntity, row);
  }

  /** @returns false when the app was confirmed or replaced meanwhile */
  async confirm(manager: EntityManager, { userId, secretSealed }: SameApp, step: number): Promise<boolean> {
    const { affected } = await manager.update(
      AuthenticatorEntity,
      { userId, secretSealed, isConfirmed: false },
      { isConfirmed: true, lastStep: step },
    );
    return affected === 1;
  }

  /** @returns false when a code of this step or a later one was accepted before, or the app is gone */
  async spendStep(manager: EntityManager, { userId, secretSealed }: SameApp, step: number): Promise<boolean> {
    const { affected } = await manager.update(
      AuthenticatorEntity,
      { userId, secretSealed, isConfirmed: true, lastStep: LessThan(step) },
      { lastStep: step },
    );
    return affected === 1;
  }

  /** @returns false when there is no such code, or no longer */
  async spendRecoveryCode(manager: EntityManager, userId: number, codeHash: string): Promise<boolean> {
    const { affected } = await manager.delete(RecoveryCodeEntity, { userId, codeHash });
    return affected === 1;
  }

  async replaceRecoveryCodes(manager: EntityManager, userId: number, codeHashes: readonly string[]): Promise<void> {
    await manager.delete(RecoveryCodeEntity, { userId });
    await manager.insert(
      RecoveryCodeEntity,
      codeHashes.map(codeHash => ({ userId, codeHash })),
    );
  }

  /** @returns whether a confirmed app was there */
  async remove(manager: EntityManager, userId: number): Promise<boolean> {
    await manager.delete(RecoveryCodeEntity, { userId });
    const { affected } = await manager.delete(AuthenticatorEntity, { userId, isConfirmed: true });
    return affected === 1;
  }
}
