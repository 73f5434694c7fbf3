import { LogType, Role, type LogSaying, type Sentence } from '@contracts';
import { Injectable } from '@nestjs/common';
import { LogStore, sentenceFields } from '@log';
import { canSendMail, Options } from '@option';
import { EventBus, Logger, Mailer, UnitOfWork, type EventMap } from '@platform';
import { UserStore } from '@user';
import { BudgetNames } from '../keeping/budget-names';
import { budgetMail } from './budget-mail';
import { moneyText, resetSaid, termsSaid, termsSaying } from '../rules/budget-saying';

type Crossed = EventMap['budget.crossed'];

/** Who is told, and how the budget is named. */
interface Told {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly owner: Sentence;
  readonly said: LogSaying;
}

/**
 * Tells whoever a budget limits that so much is spent, by a row of the log and by mail where the site sends any: users of
 * their own budgets and those of their keys, and the super administrator of budgets of groups.
 */
@Injectable()
export class BudgetNotices {
  constructor(
    private readonly users: UserStore,
    private readonly names: BudgetNames,
    private readonly options: Options,
    private readonly mailer: Mailer,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    events: EventBus,
  ) {
    events.subscribe('budget.crossed', fact => this.tell(fact));
  }

  private async tell(fact: Crossed): Promise<void> {
    try {
      const told = await this.toldOf(fact);
      if (told) await this.send(fact, told);
    } catch (error) {
      this.logger.warn({ err: error, budgetId: fact.budgetId }, 'nobody could be told of a budget');
    }
  }

  private async send(fact: Crossed, { userId, username, email, owner, said }: Told): Promise<void> {
    const { QuotaPerUnit } = this.options.current;
    const spent = moneyText(fact.spent, QuotaPerUnit);
    const row = {
      userId,
      username,
      type: LogType.Warning,
      ...sentenceFields({
        key: 'budget_told',
        owner: said,
        terms: termsSaying(fact, QuotaPerUnit),
        percent: fact.percent,
        spent,
      }),
    };
    await this.unitOfWork.run(manager => this.logs.append(manager, row));
    if (email === '' || !canSendMail(this.options.current)) return;
    const { percent, isHard } = fact;
    const terms = termsSaid(fact, QuotaPerUnit);
    const reset = resetSaid(fact, fact.resetMs);
    this.mailer.sendLater({ to: [email], ...budgetMail({ owner, terms, reset, spent, percent, isHard }) });
  }

  private async toldOf({ userId, tokenId, teamId, memberId, group }: Crossed): Promise<Told | null> {
    if (group !== '') {
      const root = await this.users.findFirstOf(Role.Root);
      const owner = { en: `group ${group}`, zh: `分组 ${group}` };
      return root && { ...personOf(root), owner, said: { key: 'budget_of_group', group } };
    }
    if (teamId > 0 || memberId > 0) return this.toldOfTeam(teamId, memberId);
    const key = tokenId > 0 ? (await this.names.keys([tokenId])).get(tokenId) : null;
    const user = await this.users.find(key?.userId ?? userId);
    if (!user) return null;
    if (key) {
      const owner = { en: `key ${key.name}`, zh: `令牌 ${key.name}` };
      return { ...personOf(user), owner, said: { key: 'budget_of_key', name: key.name } };
    }
    const owner = { en: `user ${user.username}`, zh: `用户 ${user.username}` };
    return { ...personOf(user), owner, said: { key: 'budget_of_user', user: user.username } };
  }

  /** The owner is told of the budget of a team, and a member of an own cap. */
  private async toldOfTeam(teamId: number, memberId: number): Promise<Told | null> {
    const [id, names] = teamId > 0 ? [teamId, this.names.teams([teamId])] : [memberId, this.names.members([memberId])];
    const named = (await names).get(id);
    const user = named && (await this.users.find(named.userId));
    if (!user) return null;
    const { name: team } = named;
    if (teamId > 0) {
      const owner = { en: `team ${team}`, zh: `团队 ${team}` };
      return { ...personOf(user), owner, said: { key: 'budget_of_team', team } };
    }
    const owner = { en: `${user.username} in team ${team}`, zh: `团队 ${team} 的成员 ${user.username}` };
    return { ...personOf(user), owner, said: { key: 'budget_of_member', user: user.username, team } };
  }
}

function personOf({
  id,
  username,
  email,
}: {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
}) {
  return { userId: id, username, email: email ?? '' };
}
