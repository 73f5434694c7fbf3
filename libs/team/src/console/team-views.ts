import { AccountKind, emptyAccount, Ledger } from '@billing';
import { MemberCaps } from '@budget';
import {
  splitList,
  TeamRole,
  type BudgetView,
  type TeamDetail,
  type TeamInvitation,
  type TeamMember,
  type TeamRoleValue,
  type TeamSummary,
} from '@contracts';
import { toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UserStore } from '@user';
import { type TeamAccess } from '../rules/team-access';
import { type Invitation } from '../store/team-invitation.entity';
import { type Member } from '../store/team-member.entity';
import { TeamStore } from '../store/team.store';
import { type Team } from '../store/team.entity';

/** Shows teams with their wallets. */
@Injectable()
export class TeamViews {
  constructor(
    private readonly store: TeamStore,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly caps: MemberCaps,
  ) {}

  /** @param roles of the reader, by the ids of teams */
  async summaries(teams: readonly Team[], roles: ReadonlyMap<number, TeamRoleValue>): Promise<readonly TeamSummary[]> {
    const ids = teams.map(({ id }) => id);
    const [accounts, counts, names] = await Promise.all([
      this.ledger.balancesOf(AccountKind.Team, ids),
      this.store.countMembers(ids),
      this.users.namesOf(teams.map(({ ownerId }) => ownerId)),
    ]);
    return teams.map(team => {
      const account = accounts.get(team.id) ?? emptyAccount;
      return {
        id: team.id,
        name: team.name,
        role: roles.get(team.id) ?? 0,
        owner_name: names.get(team.ownerId) ?? '',
        member_count: counts.get(team.id) ?? 0,
        balance: account.balance,
        used_quota: account.used,
        request_count: account.requestCount,
        allowed_groups: splitList(team.allowedGroups),
        allowed_models: splitList(team.allowedModels),
        created_time: toSeconds(team.createdAtMs),
      };
    });
  }

  /** Plain members see themselves only. */
  async detail({ team, member, rank }: TeamAccess): Promise<TeamDetail> {
    const isManaging = rank >= TeamRole.Manager;
    const [summary] = await this.summaries([team], new Map(member ? [[team.id, member.role]] : []));
    const shown = isManaging ? await this.store.membersOf(team.id) : member ? [member] : [];
    const invitations = isManaging ? await this.store.invitationsOf(team.id, Date.now()) : [];
    const names = await this.users.namesOf([
      ...shown.map(({ userId }) => userId),
      ...invitations.map(({ createdBy }) => createdBy),
    ]);
    const caps = await this.caps.of(shown.map(({ id }) => id));
    return {
      ...(summary as TeamSummary), // one team was asked for
      members: shown.map(one => memberView(one, names.get(one.userId) ?? '', caps.get(one.id))),
      invitations: invitations.map(one => invitationView(one, names.get(one.createdBy) ?? '')),
    };
  }
}

function memberView({ userId, role, joinedAtMs }: Member, username: string, cap: BudgetView | undefined): TeamMember {
  return {
    user_id: userId,
    username,
    role,
    joined_time: toSeconds(joinedAtMs),
    cap: cap ? { quota: cap.quota, window: cap.window, used_quota: cap.used_quota, reset_time: cap.reset_time } : null,
  };
}

export function invitationView({ id, role, email, createdAtMs, expiresAtMs }: Invitation, by: string): TeamInvitation {
  return {
    id,
    role,
    email,
    created_by: by,
    created_time: toSeconds(createdAtMs),
    expires_time: toSeconds(expiresAtMs),
  };
}
