import { type BudgetView, type TeamCap } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Database, type Actor } from '@platform';
import { In } from 'typeorm';
import { BudgetEntity, StoredScope } from '../rules/budget.entity';
import { BudgetViews } from './budget-views';
import { BudgetsService } from './budgets.service';

/** Caps of members of teams: each is a budget of the membership, and nobody has more than one by this way. */
@Injectable()
export class MemberCaps {
  constructor(
    private readonly database: Database,
    private readonly budgets: BudgetsService,
    private readonly views: BudgetViews,
  ) {}

  /** The caps by the ids of memberships. */
  async of(memberIds: readonly number[]): Promise<ReadonlyMap<number, BudgetView>> {
    if (memberIds.length === 0) return new Map();
    const rows = await this.database.read.find(BudgetEntity, {
      where: { scope: StoredScope.member, ownerId: In([...memberIds]) },
      order: { id: 'DESC' },
    });
    const views = await this.views.of(rows);
    return new Map(views.map(view => [view.owner_id, view])); // the oldest one counts
  }

  /** Sets the cap of a membership, or takes it away. @throws AppError BUDGET_* */
  async set(actor: Actor, memberId: number, cap: TeamCap | null): Promise<void> {
    const known = (await this.of([memberId])).get(memberId);
    if (cap === null) {
      if (known) await this.budgets.remove(actor, known.id);
    } else if (known) await this.budgets.change(actor, known.id, cap);
    else await this.budgets.create(actor, { scope: 'member', owner_id: memberId, ...cap });
  }
}
