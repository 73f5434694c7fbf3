import { AccountKind, Ledger } from '@billing';
import {
  TeamRole,
  TEAMS_JOINED_MAX,
  TEAMS_OWNED_MAX,
  type TeamDetail,
  type TeamEdit,
  type TeamSummary,
} from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Actor, type Caller, type PageRequest } from '@platform';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { TeamAccesses } from '../rules/team-access';
import { checkedNames, checkedTeamName } from '../rules/team-rules';
import { TeamInvitationEntity } from '../store/team-invitation.entity';
import { TeamMemberEntity } from '../store/team-member.entity';
import { TeamStore } from '../store/team.store';
import { TeamEntity } from '../store/team.entity';
import { TeamDirectory } from '../team-directory';
import { TeamRecord } from './team-record';
import { TeamViews } from './team-views';
import { TeamWallet } from './team-wallet';

/** Teams themselves: their list, their names and limits, and their end. */
@Injectable()
export class TeamsService {
  constructor(
    private readonly store: TeamStore,
    private readonly accesses: TeamAccesses,
    private readonly views: TeamViews,
    private readonly wallet: TeamWallet,
    private readonly directory: TeamDirectory,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly record: TeamRecord,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The teams that a person is in. */
  async mine(caller: Caller): Promise<readonly TeamSummary[]> {
    const memberships = await this.store.membershipsOf(caller.id);
    const teams = await this.store.findAll(memberships.map(({ teamId }) => teamId));
    return this.views.summaries(teams, new Map(memberships.map(({ teamId, role }) => [teamId, role])));
  }

  async page(
    caller: Caller,
    page: PageRequest,
  ): Promise<{ readonly rows: readonly TeamSummary[]; readonly total: number }> {
    const [[teams, total], memberships] = await Promise.all([
      this.store.page(page),
      this.store.membershipsOf(caller.id),
    ]);
    const roles = new Map(memberships.map(({ teamId, role }) => [teamId, role]));
    return { rows: await this.views.summaries(teams, roles), total };
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async detail(caller: Caller, id: number): Promise<TeamDetail> {
    return this.views.detail(await this.accesses.of(caller, id, TeamRole.Member));
  }

  /** Makes a team whose owner is the caller. @throws AppError TEAM_NAME, TEAM_OWNED_MAX, TEAM_JOINED_MAX */
  async create(actor: Actor, request: { readonly name: string }): Promise<TeamDetail> {
    const name = checkedTeamName(request.name);
    const id = await this.unitOfWork.run(async manager => {
      await this.users.lock(manager, actor.id);
      await checkOwned(manager, actor.id);
      await checkJoined(manager, actor.id);
      const nowMs = Date.now();
      const lists = { allowedGroups: '', allowedModels: '' };
      const times = { createdAtMs: nowMs, updatedAtMs: nowMs, deletedAtMs: null };
      const { identifiers } = await manager.insert(TeamEntity, { name, ownerId: actor.id, ...lists, ...times });
      const made = Number(identifiers[0]?.id);
      await this.ledger.open(manager, AccountKind.Team, made);
      await this.store.addMember(manager, made, actor.id, TeamRole.Owner);
      await this.record.write(manager, { actor, teamId: made, said: { key: 'team_made', team: name } });
      return made;
    });
    return this.detail(actor, id);
  }

  /** Changes the name, and what keys of the team may use. @throws AppError TEAM_NAME, TEAM_DENIED */
  async edit(actor: Actor, id: number, request: TeamEdit): Promise<TeamDetail> {
    await this.accesses.of(actor, id, TeamRole.Manager);
    const change = {
      ...(request.name !== undefined && { name: checkedTeamName(request.name) }),
      ...(request.allowed_groups && { allowedGroups: checkedNames(request.allowed_groups) }),
      ...(request.allowed_models && { allowedModels: checkedNames(request.allowed_models) }),
    };
    await this.unitOfWork.run(async manager => {
      const team = await this.store.lock(manager, id);
      await manager.update(TeamEntity, { id }, { ...change, updatedAtMs: Date.now() });
      const said = { key: 'team_changed', team: change.name ?? team.name } as const;
      await this.record.write(manager, { actor, teamId: id, said });
    });
    await this.directory.announce(id);
    return this.detail(actor, id);
  }

  /** Ends a team: its keys stop at once, and what is left of its wallet goes to its owner. @throws AppError TEAM_DENIED */
  async remove(actor: Actor, id: number): Promise<void> {
    const { team } = await this.accesses.of(actor, id, TeamRole.Owner);
    await this.unitOfWork.run(async manager => {
      await this.store.lock(manager, id);
      await manager.update(TeamEntity, { id }, { deletedAtMs: Date.now() });
      await manager.delete(TeamMemberEntity, { teamId: id });
      await manager.delete(TeamInvitationEntity, { teamId: id });
      await this.record.write(manager, { actor, teamId: id, said: { key: 'team_ended', team: team.name } });
    });
    await this.directory.announce(id);
    await this.wallet.returnRest(team);
  }
}

/** @throws AppError TEAM_OWNED_MAX */
export async function checkOwned(manager: EntityManager, userId: number): Promise<void> {
  if ((await manager.countBy(TeamMemberEntity, { userId, role: TeamRole.Owner })) >= TEAMS_OWNED_MAX) {
    throw new AppError('TEAM_OWNED_MAX', { params: { max: TEAMS_OWNED_MAX } });
  }
}

/** @throws AppError TEAM_JOINED_MAX */
export async function checkJoined(manager: EntityManager, userId: number): Promise<void> {
  if ((await manager.countBy(TeamMemberEntity, { userId })) >= TEAMS_JOINED_MAX) {
    throw new AppError('TEAM_JOINED_MAX', { params: { max: TEAMS_JOINED_MAX } });
  }
}
