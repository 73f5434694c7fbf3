import { splitList } from '@contracts';
import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus } from '@platform';
import { TeamStore } from './store/team.store';

/** A team as the gate of keys sees it. */
export interface TeamStanding {
  readonly id: number;
  /** The membership whose cap counts the calls. */
  readonly memberId: number;
  /** Who the calls are made by: the member, or the owner for a shared key. */
  readonly userId: number;
  /** What keys may use; empty is no limit. */
  readonly groups: readonly string[];
  readonly models: readonly string[];
}

/** Answers what a key of a team stands for, and tells when that changed. */
@Injectable()
export class TeamDirectory {
  constructor(
    private readonly store: TeamStore,
    private readonly events: EventBus,
    private readonly notices: ChangeNotices,
  ) {}

  /**
   * What a key of a team stands for.
   *
   * @param memberId 0 for a shared key
   * @returns null where the team is gone, or its member
   */
  async standingOf(teamId: number, memberId: number): Promise<TeamStanding | null> {
    const team = await this.store.find(teamId);
    if (!team) return null;
    const member =
      memberId > 0 ? await this.store.findMembership(memberId) : await this.store.findMember(teamId, team.ownerId);
    if (member?.teamId !== teamId) return null;
    return {
      id: teamId,
      memberId: member.id,
      userId: member.userId,
      groups: splitList(team.allowedGroups),
      models: splitList(team.allowedModels),
    };
  }

  /** Makes a change effective on every node. Call it after the commit. */
  async announce(teamId: number): Promise<void> {
    this.events.publish('team.changed', { teamId });
    await this.notices.publish('team', String(teamId));
  }
}
