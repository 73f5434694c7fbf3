import { Injectable } from '@nestjs/common';
import { LogType, type PasskeyView } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { UnitOfWork, type Actor, type Caller } from '@platform';
import { IdentityStore, UserStore } from '@user';
import { sessionOf } from '../session/session-only';
import { checkedPasskeyName } from './passkey-rules';
import { toPasskeyView } from './passkey.mapper';
import { PasskeyStore } from './passkey.store';

/** The caller's own passkeys. They may be listed and removed even while signing in by passkeys is closed. */
@Injectable()
export class PasskeyService {
  constructor(
    private readonly store: PasskeyStore,
    private readonly users: UserStore,
    private readonly identities: IdentityStore,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Oldest first. */
  async list(caller: Caller): Promise<readonly PasskeyView[]> {
    return (await this.store.listOf(caller.id)).map(toPasskeyView);
  }

  /** @throws AppError PASSKEY_NOT_FOUND, COMMON_INVALID_INPUT */
  async rename(caller: Caller, id: number, typedName: string): Promise<void> {
    const name = checkedPasskeyName(typedName);
    const isRenamed = await this.unitOfWork.run(manager => this.store.rename(manager, { userId: caller.id, id }, name));
    if (!isRenamed) throw new AppError('PASSKEY_NOT_FOUND');
  }

  /** @throws AppError PASSKEY_NOT_FOUND, AUTH_SESSION_ONLY; IDENTITY_LAST when no way to sign in would be left */
  async remove(owner: Actor, id: number): Promise<void> {
    sessionOf(owner);
    const { id: userId, username, clientIp } = owner;
    const hasOtherWay = await this.hasPasswordOrIdentity(userId);
    await this.unitOfWork.run(async manager => {
      const passkey = await this.store.findInUnit(manager, userId, id);
      if (!passkey) throw new AppError('PASSKEY_NOT_FOUND');
      const isLast = !hasOtherWay && (await this.store.countInUnit(manager, userId)) === 1;
      if (isLast) throw new AppError('IDENTITY_LAST');
      if (!(await this.store.remove(manager, userId, id))) throw new AppError('PASSKEY_NOT_FOUND');
      const row = sentenceFields({ key: 'passkey_removed', name: passkey.name });
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    });
  }

  private async hasPasswordOrIdentity(userId: number): Promise<boolean> {
    if ((await this.users.passwordHashOf(userId)) !== null) return true;
    return (await this.identities.listOf(userId)).length > 0;
  }
}
