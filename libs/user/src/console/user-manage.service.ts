import { Injectable } from '@nestjs/common';
import {
  LogType,
  Role,
  UserStatus,
  type RoleValue,
  type UserAction,
  type UserManaged,
  type UserStatusValue,
} from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { ManagementLog, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { recordAbout } from '../accounts/actor';
import { UserChanges } from '../store/user-changes';
import { type UserRecord } from '../store/user-record';
import { mayActOn } from '../store/user.mapper';
import { nextSessionVersionSql, UserStore, type UserChange } from '../store/user.store';

/** The columns that each action writes. Promoting and enabling leave the sessions open. */
const EFFECTS: Readonly<Record<UserAction, () => UserChange>> = {
  promote: () => ({ role: Role.Admin }),
  demote: () => ({ role: Role.User, sessionVersion: nextSessionVersionSql }),
  disable: () => ({ status: UserStatus.Disabled, sessionVersion: nextSessionVersionSql }),
  enable: () => ({ status: UserStatus.Enabled }),
  delete: () => deletion(),
};

/** Deletes softly: name, address and third-party accounts stay reserved; sessions and the access token end. */
function deletion(): UserChange {
  return {
    deletedAtMs: Date.now(),
    accessTokenHash: null,
    sessionVersion: nextSessionVersionSql,
  };
}

/** Promotes, demotes, disables, enables and deletes accounts, under the rank rule. */
@Injectable()
export class UserManageService {
  constructor(
    private readonly users: UserStore,
    private readonly logs: LogStore,
    private readonly managementLog: ManagementLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: UserChanges,
  ) {}

  /**
   * Applies an action to an account.
   *
   * @returns role and status afterwards
   * @throws AppError USER_NOT_FOUND, USER_DEACTIVATED, USER_WRITE_DENIED and the refusal of the action
   */
  async manage(actor: Actor, id: number, action: UserAction): Promise<UserManaged> {
    const managed = await this.unitOfWork.run(async manager => {
      const target = await this.users.findInUnit(manager, id);
      if (!target) throw new AppError('USER_NOT_FOUND');
      if (target.deletedAtMs !== null) throw new AppError('USER_DEACTIVATED');
      if (!mayActOn(actor.role, target)) throw new AppError('USER_WRITE_DENIED');
      checkAction(action, actor.role, target);
      return this.carryOut(manager, actor, target, action);
    });
    await this.changes.announce(id);
    return managed;
  }

  /**
   * Deletes an account by its own route: here the caller's role must be strictly higher, so that not even root deletes
   * a root.
   *
   * @throws AppError USER_NOT_FOUND, USER_DELETE_DENIED, TEAM_OWNER_DELETED
   */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const target = await this.users.findInUnit(manager, id);
      if (!target || target.deletedAtMs !== null) throw new AppError('USER_NOT_FOUND');
      if (actor.role <= target.role) throw new AppError('USER_DELETE_DENIED');
      await this.carryOut(manager, actor, target, 'delete');
    });
    await this.changes.announce(id);
  }

  /** @throws AppError USER_ROOT_SELF_DELETE, TEAM_OWNER_DELETED */
  async deleteSelf({ id: userId, username, role, clientIp }: Actor): Promise<void> {
    if (role === Role.Root) throw new AppError('USER_ROOT_SELF_DELETE');
    await this.unitOfWork.run(async manager => {
      await refuseOwner(manager, userId);
      if (!(await this.users.change(manager, userId, deletion(), { role }))) throw new AppError('USER_NOT_FOUND');
      const row = sentenceFields({ key: 'account_left' });
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    });
    await this.changes.announce(userId);
  }

  private async carryOut(
    manager: EntityManager,
    actor: Actor,
    target: UserRecord,
    action: UserAction,
  ): Promise<UserManaged> {
    const { id, role, status } = target;
    if (action === 'delete') await refuseOwner(manager, id);
    const change = EFFECTS[action]();
    if (!(await this.users.change(manager, id, change, { role, status }))) throw new AppError('COMMON_DATABASE');
    const managed: UserManaged = {
      role: (change.role ?? role) as RoleValue, // either from the table above or stored and unchanged
      status: (change.status ?? status) as UserStatusValue,
    };
    await this.managementLog.record(manager, {
      ...recordAbout(target, actor),
      said: { key: 'by_admin', name: actor.username, deed: { key: `user_${action}` } },
      ...valuesOf(action, target, managed),
    });
    return managed;
  }
}

/**
 * A team needs an owner, who gets what is left of its wallet. The table is another lib's; a look into it is enough here.
 *
 * @throws AppError TEAM_OWNER_DELETED
 */
async function refuseOwner(manager: EntityManager, userId: number): Promise<void> {
  const [team]: { name: string }[] = await manager.query(
    `SELECT name FROM teams WHERE owner_id = ${Number(userId)} AND deleted_at_ms IS NULL LIMIT 1`,
  );
  if (team) throw new AppError('TEAM_OWNER_DELETED', { params: { team: team.name } });
}

/** The one field that an action changes, before and after. */
function valuesOf(action: UserAction, { role, status }: UserRecord, managed: UserManaged) {
  if (action === 'delete') return { before: { deleted: false }, after: { deleted: true } };
  if (role !== managed.role) return { before: { role }, after: { role: managed.role } };
  return { before: { status }, after: { status: managed.status } };
}

function checkAction(action: UserAction, caller: RoleValue, target: UserRecord): void {
  const isRoot = target.role === Role.Root;
  switch (action) {
    case 'disable':
      if (isRoot) throw new AppError('USER_ROOT_DISABLE');
      return;
    case 'delete':
      if (isRoot) throw new AppError('USER_ROOT_DELETE');
      return;
    case 'promote':
      if (caller !== Role.Root) throw new AppError('USER_PROMOTE_DENIED');
      if (target.role >= Role.Admin) throw new AppError('USER_ALREADY_ADMIN');
      return;
    case 'demote':
      if (isRoot) throw new AppError('USER_ROOT_DEMOTE');
      if (target.role === Role.User) throw new AppError('USER_ALREADY_NORMAL');
      return;
    case 'enable':
      return;
  }
}
