import { Role, TeamRole, type TeamRoleValue } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type Caller } from '@platform';
import { type Member } from '../store/team-member.entity';
import { TeamStore } from '../store/team.store';
import { type Team } from '../store/team.entity';

/** A team, and what its reader may do there. */
export interface TeamAccess {
  readonly team: Team;
  /** Null for an administrator who is not in the team. */
  readonly member: Member | null;
  /** Administrators of the site may do what an owner may, whether they are in the team or not. */
  readonly rank: TeamRoleValue;
}

/** Decides who may do what in a team. Teams of others do not exist for those who are in none of them. */
@Injectable()
export class TeamAccesses {
  constructor(private readonly store: TeamStore) {}

  /** @throws AppError COMMON_RECORD_NOT_FOUND for whoever is not in the team, TEAM_DENIED for too low a role */
  async of(caller: Pick<Caller, 'id' | 'role'>, teamId: number, least: TeamRoleValue): Promise<TeamAccess> {
    const [team, member] = await Promise.all([this.store.find(teamId), this.store.findMember(teamId, caller.id)]);
    const isAdmin = caller.role >= Role.Admin;
    if (!team || (!member && !isAdmin)) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const rank = isAdmin ? TeamRole.Owner : (member?.role ?? TeamRole.Member);
    if (rank < least) throw new AppError('TEAM_DENIED');
    return { team, member, rank };
  }
}
