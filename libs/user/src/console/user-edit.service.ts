import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { Role, type LogSaying, type UserEdit } from '@contracts';
import { AppError, randomUuid } from '@kernel';
import { Options, saidQuota } from '@option';
import { isUniqueViolation, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { recordAbout } from '../accounts/actor';
import { checkedCallLimits } from '../store/call-limit-columns';
import { hashPassword } from '../store/password';
import { userChange, type EditedColumns } from './user-change';
import { UserChanges } from '../store/user-changes';
import { type UserRecord } from '../store/user-record';
import { mayActOn } from '../store/user.mapper';
import {
  checkedDisplayName,
  checkedGroup,
  checkedMessage,
  checkedReason,
  checkedUsername,
  checkNewPassword,
} from '../store/user-rules';
import { nextSessionVersionSql, UserStore } from '../store/user.store';

/** An administrator's edit of another account. */
@Injectable()
export class UserEditService {
  constructor(
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly managementLog: ManagementLog,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: UserChanges,
  ) {}

  /**
   * Writes only the fields that the request names; a new password ends the sessions of its owner.
   *
   * @throws AppError COMMON_INVALID_PARAMETER, COMMON_INVALID_INPUT, USER_NOT_FOUND, USER_WRITE_DENIED,
   * USER_RAISE_DENIED, USER_GROUP_UNKNOWN, REGISTER_EXISTS, LEDGER_INSUFFICIENT
   */
  async edit(actor: Actor, request: UserEdit): Promise<void> {
    const target = await this.users.find(request.id);
    if (!target) throw new AppError('USER_NOT_FOUND');
    if (!mayActOn(actor.role, target)) throw new AppError('USER_WRITE_DENIED');
    if (isRaise(actor, target, request)) throw new AppError('USER_RAISE_DENIED');
    const reason = checkedReason(request.reason ?? '');
    const edited = await this.checkedColumns(target, request);
    const isQuotaEdited = request.quota !== undefined || request.quota_delta !== undefined;
    if (isQuotaEdited) await this.ledger.callBack(AccountKind.User, target.id);
    try {
      await this.unitOfWork.run(async manager => {
        const before = await this.held(manager, target);
        await this.write(manager, actor, before, edited);
        await this.changeQuota(manager, actor, before, { ...request, reason });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('REGISTER_EXISTS', { cause: error });
      throw error;
    }
    await this.changes.announce(target.id);
  }

  private async checkedColumns(target: UserRecord, request: UserEdit): Promise<EditedColumns> {
    const { username: name = '', display_name: displayName, group, password = '', message_penetration } = request;
    const renamed = name !== '' && name !== target.username ? checkedUsername(name) : null;
    const username = renamed?.username ?? target.username;
    if (password !== '') checkNewPassword(password);
    return {
      ...(renamed ?? {}),
      ...(displayName !== undefined && { displayName: checkedDisplayName(displayName, username) }),
      ...(group !== undefined && { group: checkedGroup(group, target.group, this.options.current.GroupRatio) }),
      ...(message_penetration !== undefined && { message: checkedMessage(message_penetration) }),
      ...checkedCallLimits(request),
      ...(password !== '' && { passwordHash: await hashPassword(password) }),
    };
  }

  /**
   * Reads the account as it stays until the unit ends. The check of the role enforces the rank rule: an account that
   * was promoted or deleted meanwhile cannot be changed, and its money neither.
   */
  private async held(manager: EntityManager, { id, role }: UserRecord): Promise<UserRecord> {
    const isHeld = await this.users.change(manager, id, { role }, { role });
    const user = isHeld ? await this.users.findInUnit(manager, id) : null;
    if (!user) throw new AppError('USER_NOT_FOUND');
    return user;
  }

  private async write(manager: EntityManager, actor: Actor, before: UserRecord, edited: EditedColumns): Promise<void> {
    const change = userChange(before, edited);
    if (change === null) return;
    const endsSessions = edited.passwordHash !== undefined && { sessionVersion: nextSessionVersionSql };
    await this.users.change(manager, before.id, { ...edited, ...endsSessions });
    const { deed, ...values } = change;
    await this.managementLog.record(manager, {
      ...recordAbout(before, actor),
      said: { key: 'by_admin', name: actor.username, deed },
      ...values,
    });
  }

  private async changeQuota(
    manager: EntityManager,
    actor: Actor,
    target: UserRecord,
    { quota, quota_loaded: loaded, quota_delta: delta, reason }: UserEdit,
  ): Promise<void> {
    if (quota === undefined && delta === undefined) return;
    const before = await this.ledger.lockedBalance(manager, AccountKind.User, target.id);
    const difference = delta ?? (quota ?? before) - (loaded ?? before);
    if (difference === 0) return;
    if (delta === undefined && (quota ?? 0) < 0) throw new AppError('COMMON_INVALID_PARAMETER');
    const after = before + difference;
    if (!Number.isSafeInteger(after)) throw new AppError('COMMON_INVALID_PARAMETER');
    const movement = `admin:${actor.id}:user:${target.id}:${randomUuid()}`;
    await this.ledger.book(manager, {
      sourceId: movement,
      kind: 'admin',
      userId: target.id,
      userAmount: difference,
    });
    const amount = (units: number): LogSaying => saidQuota(units, this.options.current);
    await this.managementLog.record(manager, {
      ...recordAbout(target, actor),
      said: { key: 'user_quota_changed', before: amount(before), after: amount(after) },
      before: { quota: before },
      after: { quota: after },
      movement,
      ...(reason ? { reason } : {}),
    });
  }
}

/**
 * True when the edit asks for another role that is not lower than the actor's, unless root sends it. Such an edit is
 * refused although edits never write a role.
 */
function isRaise(actor: Actor, target: UserRecord, { role }: UserEdit): boolean {
  return role !== undefined && role !== target.role && role >= actor.role && actor.role !== Role.Root;
}
