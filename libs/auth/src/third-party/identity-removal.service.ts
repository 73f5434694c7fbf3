import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { UnitOfWork, type Caller } from '@platform';
import { IdentityStore, UserChanges, UserStore } from '@user';
import { sessionOf } from '../session/session-only';
import { type EntityManager } from 'typeorm';
import { providerLabels, type ProviderId } from './third-party-account';

/** Removes a third-party account from an account. */
@Injectable()
export class IdentityRemoval {
  constructor(
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly changes: UserChanges,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws AppError AUTH_SESSION_ONLY, IDENTITY_NOT_BOUND, IDENTITY_LAST when no other way to sign in would be left
   */
  async remove(provider: ProviderId, caller: Caller, clientIp: string): Promise<void> {
    sessionOf(caller);
    const { id: userId, username } = caller;
    await this.unitOfWork.run(async manager => {
      await this.users.lock(manager, userId);
      if (!(await this.identities.detach(manager, userId, provider))) {
        throw new AppError('IDENTITY_NOT_BOUND', { params: { provider: providerLabels[provider] } });
      }
      if (!(await this.hasAnotherWayIn(manager, userId))) throw new AppError('IDENTITY_LAST');
      const row = sentenceFields({ key: 'identity_removed', provider: providerLabels[provider] });
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    });
    await this.changes.announce(userId);
  }

  private async hasAnotherWayIn(manager: EntityManager, userId: number): Promise<boolean> {
    const user = await this.users.findInUnit(manager, userId);
    if (user?.passwordHash != null || (await this.identities.hasAny(manager, userId))) return true;
    const passkeys = manager.createQueryBuilder().select('1').from('passkeys', 'passkey');
    return (await passkeys.where('passkey.user_id = :userId', { userId }).getRawOne()) !== undefined;
  }
}
