import { TeamRole, type TeamRoleValue } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database, dialectOf } from '@platform';
import { In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { TeamInvitationEntity, type Invitation } from './team-invitation.entity';
import { TeamMemberEntity, type Member } from './team-member.entity';
import { TeamEntity, type Team } from './team.entity';

/** Rows of teams, members and invitations. */
@Injectable()
export class TeamStore {
  constructor(private readonly database: Database) {}

  /** A team that was not deleted. */
  find(id: number): Promise<Team | null> {
    return this.database.read.findOneBy(TeamEntity, { id, deletedAtMs: IsNull() });
  }

  /** Teams by their ids, without deleted ones; the newest first. */
  findAll(ids: readonly number[]): Promise<readonly Team[]> {
    if (ids.length === 0) return Promise.resolve([]);
    const where = { id: In([...ids]), deletedAtMs: IsNull() };
    return this.database.read.find(TeamEntity, { where, order: { id: 'DESC' } });
  }

  /** Names of teams, those of deleted ones too. */
  async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const teams = await this.database.read.findBy(TeamEntity, { id: In([...ids]) });
    return new Map(teams.map(({ id, name }) => [id, name]));
  }

  page(page: { readonly skip: number; readonly take: number }): Promise<[readonly Team[], number]> {
    return this.database.read.findAndCount(TeamEntity, {
      where: { deletedAtMs: IsNull() },
      order: { id: 'DESC' },
      ...page,
    });
  }

  membersOf(teamId: number): Promise<readonly Member[]> {
    return this.database.read.find(TeamMemberEntity, { where: { teamId }, order: { role: 'DESC', id: 'ASC' } });
  }

  membershipsOf(userId: number): Promise<readonly Member[]> {
    return this.database.read.find(TeamMemberEntity, { where: { userId }, order: { id: 'ASC' } });
  }

  findMember(teamId: number, userId: number): Promise<Member | null> {
    return this.database.read.findOneBy(TeamMemberEntity, { teamId, userId });
  }

  findMembership(id: number): Promise<Member | null> {
    return this.database.read.findOneBy(TeamMemberEntity, { id });
  }

  async countMembers(teamIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (teamIds.length === 0) return new Map();
    const rows = await this.database.read
      .createQueryBuilder(TeamMemberEntity, 'member')
      .select('member.teamId', 'team')
      .addSelect('COUNT(*)', 'found')
      .where('member.teamId IN (:...teamIds)', { teamIds: [...teamIds] })
      .groupBy('member.teamId')
      .getRawMany<{ team: number | string; found: number | string }>();
    return new Map(rows.map(({ team, found }) => [Number(team), Number(found)]));
  }

  invitationsOf(teamId: number, nowMs: number): Promise<readonly Invitation[]> {
    const where = { teamId, expiresAtMs: MoreThan(nowMs) };
    return this.database.read.find(TeamInvitationEntity, { where, order: { id: 'DESC' } });
  }

  invitationBy(codeHash: string): Promise<Invitation | null> {
    return this.database.read.findOneBy(TeamInvitationEntity, { codeHash });
  }

  /**
   * Locks a team until the unit ends, so that what is counted and checked in it stays so.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND where it was deleted
   */
  async lock(manager: EntityManager, id: number): Promise<Team> {
    const lock = dialectOf(manager.connection) === 'sqlite' ? '' : ' FOR UPDATE';
    await manager.query(`SELECT id FROM teams WHERE id = ${Number(id)}${lock}`);
    const team = await manager.findOneBy(TeamEntity, { id, deletedAtMs: IsNull() });
    if (!team) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return team;
  }

  /** Adds a person. @throws a unique violation for one who is in the team */
  async addMember(manager: EntityManager, teamId: number, userId: number, role: TeamRoleValue): Promise<void> {
    await manager.insert(TeamMemberEntity, { teamId, userId, role, joinedAtMs: Date.now() });
  }

  /** Makes a member the owner, and whoever was it a manager. */
  async handOver(manager: EntityManager, team: Team, userId: number): Promise<void> {
    const { id: teamId, ownerId } = team;
    await manager.update(TeamMemberEntity, { teamId, userId: ownerId }, { role: TeamRole.Manager });
    await manager.update(TeamMemberEntity, { teamId, userId }, { role: TeamRole.Owner });
    await manager.update(TeamEntity, { id: teamId }, { ownerId: userId, updatedAtMs: Date.now() });
  }
}
