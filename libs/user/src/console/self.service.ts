import { Injectable } from '@nestjs/common';
import { Ledger } from '@billing';
import { LogType, type OwnUser, type SelfEdit } from '@contracts';
import { AppError, isAppError, randomUuid } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { logQuota, Options, saidQuota } from '@option';
import { isUniqueViolation, UnitOfWork, type Caller } from '@platform';
import { type EntityManager } from 'typeorm';
import { hashPassword, passwordFits } from '../store/password';
import { UserChanges } from '../store/user-changes';
import { UserListReadModel } from './user-list.read-model';
import { type UserRecord } from '../store/user-record';
import { checkedDisplayName, checkedUsername, checkNewPassword } from '../store/user-rules';
import { nextSessionVersionSql, UserStore, type UserChange } from '../store/user.store';

/** Lets the caller's own session survive a new password; runs in the same unit of work. */
export type AfterNewPassword = (manager: EntityManager, sessionVersion: number) => Promise<void>;

const AFF_CODE_TRIES = 3;

/** The actions of users on their own account. */
@Injectable()
export class SelfService {
  constructor(
    private readonly users: UserStore,
    private readonly list: UserListReadModel,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: UserChanges,
  ) {}

  async view(caller: Caller): Promise<OwnUser> {
    return this.list.whole(await this.get(caller.id));
  }

  /**
   * Changes name, display name and password. Empty ones stay as they are, except that an explicit empty display name
   * goes back to the user name. A new password ends all sessions but those that the callback adopts.
   *
   * @throws AppError COMMON_INVALID_INPUT, USER_PASSWORD_WRONG, REGISTER_EXISTS
   */
  async edit(caller: Caller, request: SelfEdit, afterNewPassword: AfterNewPassword): Promise<void> {
    const user = await this.get(caller.id);
    const change = await this.checkedChange(user, request);
    if (Object.keys(change).length === 0) return;
    try {
      await this.unitOfWork.run(async manager => {
        if (!(await this.users.change(manager, user.id, change))) throw new AppError('USER_NOT_FOUND');
        if (change.passwordHash === undefined) return;
        const written = await this.users.findInUnit(manager, user.id);
        await afterNewPassword(manager, written?.sessionVersion ?? 0);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('REGISTER_EXISTS', { cause: error });
      throw error;
    }
    await this.changes.announce(user.id);
  }

  /**
   * Makes a new system access token; the old one stops working at once. @returns the token, which is never shown again
   */
  async renewAccessToken(caller: Caller): Promise<string> {
    const { token, accessTokenHash } = this.users.newAccessToken();
    await this.unitOfWork.run(async manager => {
      if (!(await this.users.change(manager, caller.id, { accessTokenHash }))) throw new AppError('USER_NOT_FOUND');
    });
    await this.changes.announce(caller.id);
    return token;
  }

  /** The caller's invite code, made at its first use. */
  async affCode(caller: Caller): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const { affCode } = await this.get(caller.id);
      if (affCode !== null) return affCode;
      try {
        await this.unitOfWork.run(async manager => {
          const fresh = await this.users.freeAffCode(manager);
          await this.users.setAffCode(manager, caller.id, fresh);
        });
      } catch (error) {
        if (!isUniqueViolation(error) || attempt >= AFF_CODE_TRIES) throw error; // another account drew the same code
      }
    }
  }

  /**
   * Moves invitation rewards to the wallet.
   *
   * @throws AppError COMMON_INVALID_PARAMETER, AFF_MINIMUM, AFF_INSUFFICIENT
   */
  async transferRewards({
    caller,
    units,
    clientIp,
  }: {
    readonly caller: Caller;
    readonly units: number;
    readonly clientIp: string;
  }): Promise<void> {
    const { current } = this.options;
    if (!Number.isSafeInteger(units) || units <= 0) throw new AppError('COMMON_INVALID_PARAMETER');
    if (units < current.QuotaPerUnit) {
      throw new AppError('AFF_MINIMUM', { params: { amount: logQuota(current.QuotaPerUnit, current) } });
    }
    const { id: userId, username } = caller;
    const sourceId = `transfer:user:${userId}:${randomUuid()}`;
    const row = sentenceFields({ key: 'rewards_transferred', amount: saidQuota(units, current) });
    try {
      await this.unitOfWork.run(async manager => {
        await this.ledger.book(manager, {
          sourceId,
          kind: 'transfer',
          userId,
          userAmount: units,
          affiliateAmount: -units,
        });
        await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
      });
    } catch (error) {
      if (isAppError(error, 'LEDGER_INSUFFICIENT')) throw new AppError('AFF_INSUFFICIENT', { cause: error });
      throw error;
    }
  }

  private async checkedChange(user: UserRecord, request: SelfEdit): Promise<UserChange> {
    const { username: name = '', display_name: displayName, password = '', original_password: original = '' } = request;
    const change: UserChange = {};
    let username = user.username;
    if (name !== '' && name !== user.username) {
      const checked = checkedUsername(name);
      username = checked.username;
      Object.assign(change, checked);
    }
    if (displayName !== undefined) change.displayName = checkedDisplayName(displayName, username);
    if (password !== '') checkNewPassword(password);
    if (original !== '' && !(await passwordFits(await this.users.passwordHashOf(user.id), original)))
      throw new AppError('USER_PASSWORD_WRONG');
    if (password !== '') {
      change.passwordHash = await hashPassword(password);
      change.sessionVersion = nextSessionVersionSql;
    }
    return change;
  }

  private async get(id: number): Promise<UserRecord> {
    const user = await this.users.find(id);
    if (!user) throw new AppError('USER_NOT_FOUND');
    return user;
  }
}
