import { AccountKind, Ledger } from '@billing';
import { TEAM_KEYS_MAX, TeamRole, type TeamKey } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Caller } from '@platform';
import { TeamAccesses, TeamStore } from '@team';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { TokenChanges } from './token-changes';
import { TokenStore } from './token.store';

/** Whose a new key is, where a team pays. */
export interface TeamPlace {
  readonly teamId: number;
  /** 0 for a key that all members share. */
  readonly memberId: number;
  /** 0 for a shared key. */
  readonly userId: number;
}

/** Keys whose calls a team pays: for each member, and shared by all. */
@Injectable()
export class TeamTokens {
  constructor(
    private readonly tokens: TokenStore,
    private readonly accesses: TeamAccesses,
    private readonly teams: TeamStore,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: TokenChanges,
  ) {}

  /**
   * Whose a new key of a team is.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND for who is not in the team, TEAM_DENIED for a shared key of a plain member,
   *   TEAM_GROUP for a group that the team does not allow
   */
  async placeFor(
    caller: Caller,
    { teamId, isShared, group }: { readonly teamId: number; readonly isShared: boolean; readonly group: string },
  ): Promise<TeamPlace> {
    const least = isShared ? TeamRole.Manager : TeamRole.Member;
    const { team, member } = await this.accesses.of(caller, teamId, least);
    if (!member) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (member.role < least) throw new AppError('TEAM_DENIED');
    const groups = team.allowedGroups === '' ? null : team.allowedGroups.split(',');
    if (groups && !groups.includes(group)) throw new AppError('TEAM_GROUP', { params: { groups: groups.join(', ') } });
    return isShared ? { teamId, memberId: 0, userId: 0 } : { teamId, memberId: member.id, userId: caller.id };
  }

  /** Locks the team of a new shared key and counts. @throws AppError TEAM_KEYS_MAX */
  async checkRoom(manager: EntityManager, { teamId, memberId }: TeamPlace): Promise<void> {
    await this.teams.lock(manager, teamId);
    if (memberId > 0 || (await this.tokens.countSharedInUnit(manager, teamId)) < TEAM_KEYS_MAX) return;
    throw new AppError('TEAM_KEYS_MAX', { params: { max: TEAM_KEYS_MAX } });
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async list(caller: Caller, teamId: number): Promise<readonly TeamKey[]> {
    const { member, rank } = await this.accesses.of(caller, teamId, TeamRole.Member);
    const seesAll = rank >= TeamRole.Manager;
    const [rows, members] = await Promise.all([
      this.tokens.listOfTeam(teamId, seesAll ? null : (member?.id ?? -1)),
      this.teams.membersOf(teamId),
    ]);
    const present = new Set(members.map(({ id }) => id));
    const shown = rows.filter(({ memberId }) => memberId === 0 || present.has(memberId));
    const [names, accounts] = await Promise.all([
      this.users.namesOf(shown.map(({ userId }) => userId)),
      this.ledger.balancesOf(
        AccountKind.Token,
        shown.map(({ id }) => id),
      ),
    ]);
    return shown.map(row => ({
      id: row.id,
      name: row.name,
      username: names.get(row.userId) ?? '',
      is_shared: row.memberId === 0,
      key: row.memberId === 0 && member ? this.tokens.keyOf(row) : '',
      status: row.status,
      used_quota: accounts.get(row.id)?.used ?? 0,
      created_time: toSeconds(row.createdAtMs),
      accessed_time: toSeconds(row.accessedAtMs),
      tags: row.tags.slice(1, -1),
    }));
  }

  /** Ends a key of a team; members end their own ones. @throws AppError COMMON_RECORD_NOT_FOUND, TEAM_DENIED */
  async remove(caller: Caller, teamId: number, id: number): Promise<void> {
    const { rank } = await this.accesses.of(caller, teamId, TeamRole.Member);
    const row = await this.tokens.find(id);
    if (row?.teamId !== teamId) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (rank < TeamRole.Manager && row.userId !== caller.id) throw new AppError('TEAM_DENIED');
    await this.unitOfWork.run(async manager => {
      if (!(await this.tokens.changeOfTeam(manager, teamId, id, { deletedAtMs: Date.now() }))) {
        throw new AppError('COMMON_RECORD_NOT_FOUND');
      }
    });
    await this.changes.announce(id);
  }
}
