import { MemberCaps } from '@budget';
import { TEAM_MEMBERS_MAX, TeamRole, type TeamRoleValue } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type Actor } from '@platform';
import { IsNull, type EntityManager } from 'typeorm';
import { TeamMemberEntity, type Member } from '../store/team-member.entity';
import { TeamEntity, type Team } from '../store/team.entity';
import { TeamStore } from '../store/team.store';
import { TeamDirectory } from '../team-directory';
import { checkJoined } from './teams.service';

/** A membership that a rule gives or takes back. */
export interface Enrolment {
  readonly teamId: number;
  readonly userId: number;
  readonly role: Exclude<TeamRoleValue, 3>;
  /** Whether the role of somebody who is in the team already stays as it is. */
  readonly isJoinOnly?: boolean;
}

/** What became of a rule: the team by its name where something changed, or why nothing did. */
export type EnrolmentResult =
  | { readonly done: 'put' | 'taken'; readonly team: string; readonly memberId: number; readonly former: string }
  | { readonly done: 'same' | 'owner' | 'gone' | 'full' };

/** Memberships that rules of the site give, without anybody of the team. Owners stay what they are. */
@Injectable()
export class TeamEnrolment {
  constructor(
    private readonly store: TeamStore,
    private readonly directory: TeamDirectory,
    private readonly caps: MemberCaps,
  ) {}

  /**
   * Makes a person a member with a role, inside a unit that has locked the person. A team that is gone or full is no
   * error: whoever signs in cannot mend it.
   */
  async put(manager: EntityManager, { teamId, userId, role, isJoinOnly = false }: Enrolment): Promise<EnrolmentResult> {
    const held = await this.held(manager, teamId, userId);
    if (held === null) return { done: 'gone' };
    const { team, member } = held;
    if (member?.role === TeamRole.Owner) return { done: 'owner' };
    if (member && (isJoinOnly || member.role === role)) return { done: 'same' };
    if (member) {
      await manager.update(TeamMemberEntity, { id: member.id }, { role });
      return { done: 'put', team: team.name, memberId: member.id, former: String(member.role) };
    }
    if ((await manager.countBy(TeamMemberEntity, { teamId })) >= TEAM_MEMBERS_MAX) return { done: 'full' };
    try {
      await checkJoined(manager, userId);
    } catch (error) {
      if (error instanceof AppError) return { done: 'full' };
      throw error;
    }
    await this.store.addMember(manager, teamId, userId, role);
    return { done: 'put', team: team.name, memberId: 0, former: '' };
  }

  /** Ends the membership of a person who still has the role, inside a unit that has locked the person. */
  async take(manager: EntityManager, { teamId, userId, role }: Enrolment): Promise<EnrolmentResult> {
    const held = await this.held(manager, teamId, userId);
    if (!held?.member) return { done: 'gone' };
    const { team, member } = held;
    if (member.role !== role) return { done: member.role === TeamRole.Owner ? 'owner' : 'same' };
    await manager.delete(TeamMemberEntity, { id: member.id });
    return { done: 'taken', team: team.name, memberId: member.id, former: String(role) };
  }

  /** What has to follow the commit: keys notice, and the cap of a membership that ended goes too. */
  async settle(teamId: number, actor: Actor, endedMemberId = 0): Promise<void> {
    if (endedMemberId > 0) await this.caps.set(actor, endedMemberId, null);
    await this.directory.announce(teamId);
  }

  private async held(
    manager: EntityManager,
    teamId: number,
    userId: number,
  ): Promise<{ readonly team: Team; readonly member: Member | null } | null> {
    if (!(await manager.existsBy(TeamEntity, { id: teamId, deletedAtMs: IsNull() }))) return null;
    const team = await this.store.lock(manager, teamId);
    return { team, member: await manager.findOneBy(TeamMemberEntity, { teamId, userId }) };
  }
}
