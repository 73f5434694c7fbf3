import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { LogType, type UserEdit } from '@contracts';
import { AppError, randomUuid } from '@kernel';
import { LogStore } from '@log';
import { logQuota, Options } from '@option';
import { isUniqueViolation, UnitOfWork } from '@platform';
import type { EntityManager } from 'typeorm';
import { actorInfo, type Actor } from './actor';
import { hashPassword } from './password';
import { UserChanges } from './user-changes';
import type { UserRecord } from './user-record';
import { mayActOn } from './user.mapper';
import { checkedDisplayName, checkedGroup, checkedMessage, checkedUsername, checkNewPassword } from './user-rules';
import { NEXT_SESSION_VERSION, UserStore, type UserChange } from './user.store';

/** An administrator's edit of somebody else's account. */
@Injectable()
export class UserEditService {
  constructor(
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: UserChanges,
  ) {}

  /**
   * Writes what the request names and nothing else; a new password ends the sessions of its owner.
   *
   * @throws AppError COMMON_INVALID_PARAMETER, COMMON_INVALID_INPUT, USER_NOT_FOUND, USER_WRITE_DENIED,
   *   USER_RAISE_DENIED, USER_GROUP_UNKNOWN, REGISTER_EXISTS, LEDGER_INSUFFICIENT
   */
  async edit(actor: Actor, request: UserEdit): Promise<void> {
    const target = await this.users.find(request.id);
    if (!target) throw new AppError('USER_NOT_FOUND');
    if (!mayActOn(actor.caller.role, target)) throw new AppError('USER_WRITE_DENIED');
    const isRaise = request.role !== undefined && request.role !== target.role && request.role >= actor.caller.role;
    if (isRaise) throw new AppError('USER_RAISE_DENIED');
    const { change, changed } = await this.checkedChange(target, request);
    try {
      await this.unitOfWork.run(async manager => {
        await this.write(manager, target, change);
        if (changed.length > 0) await this.logChange(manager, actor, target, `changed ${changed.join(', ')}`);
        await this.changeQuota(manager, actor, target, request);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('REGISTER_EXISTS', { cause: error });
      throw error;
    }
    await this.changes.announce(target.id);
  }

  /** @returns the columns to write, and which of them the log names */
  private async checkedChange(
    target: UserRecord,
    request: UserEdit,
  ): Promise<{ readonly change: UserChange; readonly changed: readonly string[] }> {
    const change: UserChange = {};
    const changed: string[] = [];
    const {
      username: name = '',
      display_name: displayName,
      group,
      password = '',
      message_penetration: message,
    } = request;
    let username = target.username;
    if (name !== '' && name !== target.username) {
      const checked = checkedUsername(name);
      username = checked.username;
      Object.assign(change, checked);
      changed.push(`user name from ${target.username} to ${username}`);
    }
    if (displayName !== undefined) change.displayName = checkedDisplayName(displayName, username);
    if (group !== undefined) {
      change.group = checkedGroup(group, target.group, this.options.current.GroupRatio);
      if (change.group !== target.group) changed.push(`group from ${target.group} to ${change.group}`);
    }
    if (message !== undefined) change.message = checkedMessage(message);
    if (password !== '') {
      checkNewPassword(password);
      change.passwordHash = await hashPassword(password);
      change.sessionVersion = NEXT_SESSION_VERSION;
      changed.push('password');
    }
    return { change, changed };
  }

  private async write(manager: EntityManager, target: UserRecord, change: UserChange): Promise<void> {
    if (Object.keys(change).length === 0) return;
    // The role guards the rank rule: somebody promoted meanwhile is out of reach.
    const isWritten = await this.users.change(manager, target.id, change, { role: target.role });
    if (!isWritten) throw new AppError('USER_NOT_FOUND');
  }

  private async changeQuota(
    manager: EntityManager,
    actor: Actor,
    target: UserRecord,
    request: UserEdit,
  ): Promise<void> {
    const { quota, quota_loaded: loaded, quota_delta: delta } = request;
    if (quota === undefined && delta === undefined) return;
    const before = await this.ledger.lockedBalance(manager, AccountKind.User, target.id);
    const difference = delta ?? (quota ?? before) - (loaded ?? before);
    if (difference === 0) return;
    if (delta === undefined && (quota ?? 0) < 0) throw new AppError('COMMON_INVALID_PARAMETER');
    const after = before + difference;
    if (!Number.isSafeInteger(after)) throw new AppError('COMMON_INVALID_PARAMETER');
    const sourceId = `admin:user:${target.id}:${randomUuid()}`;
    await this.ledger.book(manager, { sourceId, kind: 'admin', userId: target.id, userAmount: difference });
    const text = (units: number): string => logQuota(units, this.options.current);
    await this.logs.append(manager, {
      userId: target.id,
      username: target.username,
      type: LogType.Admin,
      content: `administrator changed the user's quota from ${text(before)} to ${text(after)}`,
      other: actorInfo(actor),
    });
  }

  private async logChange(manager: EntityManager, actor: Actor, target: UserRecord, deed: string): Promise<void> {
    await this.logs.append(manager, {
      userId: target.id,
      username: target.username,
      type: LogType.Admin,
      content: `administrator ${actor.caller.username} ${deed}`,
      other: actorInfo(actor),
    });
  }
}
