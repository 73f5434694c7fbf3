import { type LogSaying } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { ManagementLog, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { termsSaying } from '../rules/budget-saying';
import { StoredScope, type Budget } from '../rules/budget.entity';
import { BudgetNames } from '../keeping/budget-names';

/** What an administrator or the owner of a key did with a budget. */
interface BudgetDeed {
  readonly actor: Actor;
  readonly budget: Budget;
  readonly deed: 'budget_made' | 'budget_changed' | 'budget_ended';
  /** The budget before a change. */
  readonly before?: Budget;
}

/** Writes down who sets budgets. */
@Injectable()
export class BudgetLog {
  constructor(
    private readonly log: ManagementLog,
    private readonly names: BudgetNames,
    private readonly options: Options,
  ) {}

  /** A row about somebody's budget stands in the log of this user, who so is told; all others in that of the actor. */
  async record(manager: EntityManager, { actor, budget, deed, before }: BudgetDeed): Promise<void> {
    const { owner, userId, username } = await this.ownerOf(budget, actor);
    const said: LogSaying = { key: deed, owner, terms: termsSaying(budget, this.options.current.QuotaPerUnit) };
    await this.log.record(manager, {
      userId,
      username,
      actor,
      target: `budget ${budget.id}`,
      said,
      ...(before && { before: valuesOf(before) }),
      ...(deed !== 'budget_ended' && { after: valuesOf(budget) }),
    });
  }

  private async ownerOf(
    { scope, ownerId, groupName }: Budget,
    actor: Actor,
  ): Promise<{ readonly owner: LogSaying; readonly userId: number; readonly username: string }> {
    const self = { userId: actor.id, username: actor.username };
    if (scope === StoredScope.group) return { owner: { key: 'budget_of_group', group: groupName }, ...self };
    if (scope === StoredScope.user) {
      const user = (await this.names.users([ownerId])).get(ownerId);
      const about = user === undefined ? self : { userId: ownerId, username: user };
      return { owner: { key: 'budget_of_user', user: user ?? `#${ownerId}` }, ...about };
    }
    if (scope === StoredScope.team) {
      const team = (await this.names.teams([ownerId])).get(ownerId);
      const about = team ? { userId: team.userId, username: team.username } : self;
      return { owner: { key: 'budget_of_team', team: team?.name ?? `#${ownerId}` }, ...about };
    }
    if (scope === StoredScope.member) {
      const member = (await this.names.members([ownerId])).get(ownerId);
      const about = member ? { userId: member.userId, username: member.username } : self;
      const { name: team, username: user } = member ?? { name: '', username: `#${ownerId}` };
      return { owner: { key: 'budget_of_member', user, team }, ...about };
    }
    const key = (await this.names.keys([ownerId])).get(ownerId);
    const about = key ? { userId: key.userId, username: key.username } : self;
    return { owner: { key: 'budget_of_key', name: key?.name ?? `#${ownerId}` }, ...about };
  }
}

function valuesOf({ amount, window, isRolling, timeZone, isHard, carriesOver, thresholds }: Budget) {
  return { amount, window, isRolling, timeZone, isHard, carriesOver, thresholds };
}
