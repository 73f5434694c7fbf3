import { MemberCaps } from '@budget';
import { TeamRole, type TeamMemberEdit } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Actor } from '@platform';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { TeamAccesses, type TeamAccess } from '../rules/team-access';
import { TeamMemberEntity, type Member } from '../store/team-member.entity';
import { TeamStore } from '../store/team.store';
import { TeamDirectory } from '../team-directory';
import { checkOwned } from './teams.service';
import { TeamRecord } from './team-record';

/** Roles and caps of members, and their leaving. */
@Injectable()
export class TeamMembers {
  constructor(
    private readonly store: TeamStore,
    private readonly accesses: TeamAccesses,
    private readonly directory: TeamDirectory,
    private readonly caps: MemberCaps,
    private readonly users: UserStore,
    private readonly record: TeamRecord,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes a role or a cap. Managers set caps of plain members; roles are the owner's to give, and with the role of an
   * owner the team is handed over.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, TEAM_DENIED, TEAM_OWNER_STAYS, TEAM_OWNED_MAX, BUDGET_*
   */
  async edit(actor: Actor, teamId: number, userId: number, { role, cap }: TeamMemberEdit): Promise<void> {
    const access = await this.accesses.of(actor, teamId, role === undefined ? TeamRole.Manager : TeamRole.Owner);
    const member = await this.memberOf(teamId, userId);
    if (cap !== undefined) checkBelow(access, member);
    if (role !== undefined && role !== member.role) {
      await this.unitOfWork.run(manager => this.changeRole(manager, { actor, member, role }));
      await this.directory.announce(teamId);
    }
    if (cap !== undefined) await this.caps.set(actor, member.id, cap);
  }

  /**
   * Ends a membership: keys of the member stop at once, also for who joins again. Everybody may leave but the owner.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, TEAM_DENIED, TEAM_OWNER_STAYS
   */
  async remove(actor: Actor, teamId: number, userId: number): Promise<void> {
    const isLeaving = actor.id === userId;
    const access = await this.accesses.of(actor, teamId, isLeaving ? TeamRole.Member : TeamRole.Manager);
    const member = await this.memberOf(teamId, userId);
    if (member.role === TeamRole.Owner) throw new AppError('TEAM_OWNER_STAYS');
    if (!isLeaving) checkBelow(access, member);
    await this.unitOfWork.run(async manager => {
      const team = await this.store.lock(manager, teamId);
      if (team.ownerId === userId) throw new AppError('TEAM_OWNER_STAYS');
      const { affected } = await manager.delete(TeamMemberEntity, { id: member.id });
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const about = await this.personOf(userId);
      const said = { key: 'team_left', user: about.username, team: team.name } as const;
      await this.record.write(manager, { actor, teamId, said, about });
    });
    await this.caps.set(actor, member.id, null);
    await this.directory.announce(teamId);
  }

  private async changeRole(
    manager: EntityManager,
    { actor, member, role }: { readonly actor: Actor; readonly member: Member; readonly role: Member['role'] },
  ): Promise<void> {
    const { id, teamId, userId } = member;
    const team = await this.store.lock(manager, teamId);
    if (team.ownerId === userId) throw new AppError('TEAM_OWNER_STAYS');
    if (role === TeamRole.Owner) {
      await checkOwned(manager, userId);
      await this.store.handOver(manager, team, userId);
    } else await manager.update(TeamMemberEntity, { id }, { role });
    const about = await this.personOf(userId);
    const said = {
      key: 'team_role',
      user: about.username,
      team: team.name,
      role: { key: `team_role_${role}` },
    } as const;
    await this.record.write(manager, { actor, teamId, said, about });
  }

  private async memberOf(teamId: number, userId: number): Promise<Member> {
    const member = await this.store.findMember(teamId, userId);
    if (!member) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return member;
  }

  private async personOf(userId: number): Promise<{ readonly userId: number; readonly username: string }> {
    return { userId, username: (await this.users.findEvenDeleted(userId))?.username ?? '' };
  }
}

/** Managers act on plain members only. @throws AppError TEAM_DENIED */
function checkBelow({ rank }: TeamAccess, { role }: Member): void {
  if (rank < TeamRole.Owner && role >= rank) throw new AppError('TEAM_DENIED');
}
