import { AccountKind, changeBudget, Ledger, setBudgetHard } from '@billing';
import {
  type BudgetChange,
  type BudgetCreate,
  type BudgetQuery,
  type BudgetScope,
  type BudgetTerms,
  type BudgetView,
  type OwnBudgetCreate,
} from '@contracts';
import { AppError, randomText, ALPHANUMERIC } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Database, UnitOfWork, type Actor, type Caller, type PageRequest } from '@platform';
import { In, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { BudgetClock } from '../keeping/budget-clock';
import { Budgets } from '../keeping/budgets';
import { checkRoomFor } from '../keeping/key-budgets';
import { lockedBudget, Periods } from '../keeping/periods';
import { BudgetPeriodEntity } from '../rules/budget-period.entity';
import { BudgetEntity, StoredScope, type Budget } from '../rules/budget.entity';
import { checkedTerms, FIRST_TERMS, isOtherRhythm } from '../rules/budget-terms';
import { spanAt } from '../rules/period-span';
import { BudgetLog } from './budget-log';
import { BudgetNames } from '../keeping/budget-names';
import { BudgetViews } from './budget-views';

type NewBudget = Omit<Budget, 'id'>;

/** Budgets as administrators set them for anybody, and people for their own keys. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly budgets: Budgets,
    private readonly periods: Periods,
    private readonly names: BudgetNames,
    private readonly views: BudgetViews,
    private readonly log: BudgetLog,
    private readonly options: Options,
    private readonly clock: BudgetClock,
  ) {}

  async page(
    query: BudgetQuery,
    page: PageRequest,
  ): Promise<{ readonly rows: readonly BudgetView[]; readonly total: number }> {
    const where: FindOptionsWhere<BudgetEntity> = {
      ...(query.scope && { scope: StoredScope[query.scope] }),
      ...(query.owner_id && { ownerId: query.owner_id }),
      ...(query.group && { groupName: query.group }),
    };
    const [budgets, total] = await this.database.read.findAndCount(BudgetEntity, {
      where,
      order: { id: 'DESC' },
      ...page,
    });
    return { rows: await this.views.of(budgets), total };
  }

  /** The budgets that calls of a user may count against: of the user, of all own keys and of their groups. */
  async applyingTo({ id, group }: Caller): Promise<readonly BudgetView[]> {
    const keys = await this.names.keysOf(id);
    const groups = [...new Set([...group.split(',').map(name => name.trim()), ...keys.groups])];
    const budgets = await this.database.read.find(BudgetEntity, {
      where: [
        { scope: StoredScope.user, ownerId: id },
        ...(keys.ids.length > 0 ? [{ scope: StoredScope.key, ownerId: In([...keys.ids]) }] : []),
        { scope: StoredScope.group, groupName: In(groups) },
      ],
      order: { scope: 'ASC', id: 'ASC' },
    });
    return this.views.of(budgets);
  }

  /** @throws AppError BUDGET_OWNER, BUDGET_GROUP, BUDGET_ZONE, BUDGET_OWNER_MAX, BUDGET_SITE_MAX */
  async create(actor: Actor, request: BudgetCreate): Promise<BudgetView> {
    const { scope, username = '', group = '' } = request;
    const ownerId = scope === 'user' && username !== '' ? await this.userNamed(username) : (request.owner_id ?? 0);
    if (scope === 'group') {
      if (!Object.hasOwn(this.options.current.GroupRatio, group))
        throw new AppError('BUDGET_GROUP', { params: { group } });
      return this.store(actor, { scope: StoredScope.group, ownerId: 0, groupName: group, isOwn: false }, request);
    }
    if (!(await this.isKnown(scope, ownerId))) throw new AppError('BUDGET_OWNER', { params: { id: ownerId } });
    return this.store(actor, { scope: StoredScope[scope], ownerId, groupName: '', isOwn: false }, request);
  }

  private async isKnown(scope: Exclude<BudgetScope, 'group'>, ownerId: number): Promise<boolean> {
    const namesOf = { key: 'keys', user: 'users', team: 'teams', member: 'members' } as const;
    return (await this.names[namesOf[scope]]([ownerId])).has(ownerId);
  }

  /** @throws AppError BUDGET_USER */
  private async userNamed(username: string): Promise<number> {
    const id = await this.names.userNamed(username);
    if (id === null) throw new AppError('BUDGET_USER', { params: { username } });
    return id;
  }

  /** @throws AppError BUDGET_OWNER where the key is not the caller's, and as `create` does */
  async createOwn(actor: Actor, request: OwnBudgetCreate): Promise<BudgetView> {
    const { owner_id: ownerId } = request;
    const key = (await this.names.keys([ownerId])).get(ownerId);
    if (key?.userId !== actor.id) throw new AppError('BUDGET_OWNER', { params: { id: ownerId } });
    return this.store(actor, { scope: StoredScope.key, ownerId, groupName: '', isOwn: true }, request);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, BUDGET_ZONE */
  async change(actor: Actor, id: number, change: BudgetChange): Promise<BudgetView> {
    const before = await this.find(id);
    const terms = { ...before, ...checkedTerms(before, change) };
    const isOther = isOtherRhythm(before, terms);
    const period = isOther ? null : await this.periods.find(before, this.clock.now());
    if (period) await this.ledger.callBack(AccountKind.Budget, period.id);
    const after = await this.unitOfWork.run(async manager => {
      const stored = await lockedBudget(manager, id);
      if (stored?.revision !== before.revision) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const revision = isOther ? stored.revision + 1 : stored.revision;
      const updatedAtMs = Math.max(Date.now(), stored.updatedAtMs + 1);
      const changed = { ...terms, revision, updatedAtMs };
      await manager.update(BudgetEntity, { id }, changed);
      if (isOther) await this.periods.endPeriods(manager, id);
      else await this.adjust(manager, changed);
      await this.log.record(manager, { actor, budget: changed, before: stored, deed: 'budget_changed' });
      return changed;
    });
    await this.budgets.announce();
    return this.viewOf(after);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, BUDGET_NOT_YOURS */
  async changeOwn(actor: Actor, id: number, change: BudgetChange): Promise<BudgetView> {
    await this.checkOwn(actor, id);
    return this.change(actor, id, change);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async remove(actor: Actor, id: number): Promise<void> {
    const budget = await this.find(id);
    await this.unitOfWork.run(async manager => {
      if (!(await lockedBudget(manager, id))) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await this.periods.end(manager, id);
      await this.log.record(manager, { actor, budget, deed: 'budget_ended' });
    });
    await this.budgets.announce();
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, BUDGET_NOT_YOURS */
  async removeOwn(actor: Actor, id: number): Promise<void> {
    await this.checkOwn(actor, id);
    await this.remove(actor, id);
  }

  private async store(
    actor: Actor,
    owner: Pick<NewBudget, 'scope' | 'ownerId' | 'groupName' | 'isOwn'>,
    request: Partial<BudgetTerms>,
  ): Promise<BudgetView> {
    const terms = checkedTerms(FIRST_TERMS, request);
    const nowMs = Date.now();
    const times = { revision: 1, createdBy: actor.username, createdAtMs: nowMs, updatedAtMs: nowMs };
    const budget = await this.unitOfWork.run(async manager => {
      await checkRoomFor(manager, owner);
      const made = { ...owner, ...terms, ...times };
      const { identifiers } = await manager.insert(BudgetEntity, { ...made });
      const stored = { ...made, id: Number(identifiers[0]?.id) };
      await this.log.record(manager, { actor, budget: stored, deed: 'budget_made' });
      return stored;
    });
    await this.budgets.announce();
    return this.viewOf(budget);
  }

  /** Brings the present period to what the budget says now; what is spent stays spent. */
  private async adjust(manager: EntityManager, budget: Budget): Promise<void> {
    const { startMs } = spanAt(budget, this.clock.now());
    const period = await manager.findOneBy(BudgetPeriodEntity, {
      budgetId: budget.id,
      revision: budget.revision,
      startMs,
    });
    if (!period) return;
    const carried = budget.carriesOver ? Math.min(period.carried, budget.amount) : 0;
    const units = budget.amount + carried - period.granted;
    await setBudgetHard(manager, period.id, budget.isHard);
    if (units === 0) return;
    await changeBudget(manager, { periodId: period.id, sourceId: `change:${randomText(16, ALPHANUMERIC)}`, units });
    await manager.update(BudgetPeriodEntity, { id: period.id }, { granted: period.granted + units, carried });
  }

  private async find(id: number): Promise<Budget> {
    const budget = await this.database.read.findOneBy(BudgetEntity, { id });
    if (!budget) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return budget;
  }

  private async checkOwn(actor: Actor, id: number): Promise<void> {
    const budget = await this.find(id);
    const key = budget.scope === StoredScope.key ? (await this.names.keys([budget.ownerId])).get(budget.ownerId) : null;
    if (key?.userId !== actor.id) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (!budget.isOwn) throw new AppError('BUDGET_NOT_YOURS');
  }

  private async viewOf(budget: Budget): Promise<BudgetView> {
    const [view] = await this.views.of([budget]);
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }
}
