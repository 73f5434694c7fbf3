import { AccountKind, carryOver, changeBudget, closeBudgetCharges, Ledger, openBudgetAccount } from '@billing';
import { Injectable } from '@nestjs/common';
import { Database, dialectOf, isUniqueViolation, UnitOfWork } from '@platform';
import { LessThan, type EntityManager } from 'typeorm';
import { BudgetPeriodEntity, type BudgetPeriod } from '../rules/budget-period.entity';
import { BudgetEntity, type Budget } from '../rules/budget.entity';
import { BudgetClock } from './budget-clock';
import { rollingMsOf, spanAt } from '../rules/period-span';

type NewPeriod = Omit<BudgetPeriod, 'id'>;

/** The periods of budgets. One is opened by the first call that falls into it. */
@Injectable()
export class Periods {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly clock: BudgetClock,
  ) {}

  /** The period that a moment belongs to, opened where it is new; null when the budget is another one by now. */
  async at(budget: Budget, nowMs: number): Promise<BudgetPeriod | null> {
    const found = await this.find(budget, nowMs);
    if (found) return found;
    const previous = budget.carriesOver ? await this.before(budget, spanAt(budget, nowMs).startMs) : null;
    if (previous) await this.ledger.callBack(AccountKind.Budget, previous.id);
    try {
      return await this.unitOfWork.run(manager => this.open(manager, { budget, previous, nowMs }));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.find(budget, nowMs); // another node was quicker
    }
  }

  /** The period that a moment belongs to; null while nobody has called in it. */
  find(budget: Pick<Budget, 'id' | 'revision' | 'window' | 'isRolling' | 'timeZone'>, nowMs: number) {
    const { startMs } = spanAt(budget, nowMs);
    const { id: budgetId, revision } = budget;
    return this.database.read.findOneBy(BudgetPeriodEntity, { budgetId, revision, startMs });
  }

  /**
   * Brings back what has left the window of a rolling budget.
   *
   * @returns the units that came back, and when the next ones will; 0 where nothing is spent
   */
  async makeRoom(
    { id, rollingMs }: Pick<BudgetPeriod, 'id' | 'rollingMs'>,
    nowMs: number,
  ): Promise<{ readonly units: number; readonly nextAtMs: number }> {
    const untilMs = nowMs - rollingMs;
    let units = 0;
    for (let hasMore = await this.isDue(id, untilMs); hasMore;) {
      const closed = await this.unitOfWork.run(manager =>
        closeBudgetCharges(manager, { periodId: id, untilMs, areReturned: true }),
      );
      units += closed.units;
      ({ hasMore } = closed);
    }
    const [first]: { at_ms: number | string | null }[] = await this.database.read.query(
      `SELECT MIN(at_ms) AS at_ms FROM budget_movements WHERE period_id = ${id} AND at_ms > 0`,
    );
    const oldestMs = Number(first?.at_ms ?? 0);
    return { units, nextAtMs: oldestMs === 0 ? 0 : oldestMs + rollingMs };
  }

  private async isDue(periodId: number, untilMs: number): Promise<boolean> {
    const rows: unknown[] = await this.database.read.query(
      `SELECT 1 FROM budget_movements WHERE period_id = ${periodId} AND at_ms > 0 AND at_ms <= ${untilMs} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** What calls of the last period have left since the present one was opened. @returns units moved */
  async carryLate(
    budget: Budget,
    { from, to }: { readonly from: BudgetPeriod; readonly to: BudgetPeriod },
  ): Promise<number> {
    await this.ledger.callBack(AccountKind.Budget, from.id);
    return this.unitOfWork.run(async manager => {
      const room = Math.max(0, budget.amount - to.carried);
      const sourceId = `carry:${from.id}:${to.carried}`;
      const units = await carryOver(manager, { from: from.id, to: to.id, unitsMax: room, sourceId });
      if (units > 0) await noteCarried(manager, to, units);
      return units;
    });
  }

  /** The last period before a moment; null where there is none. */
  before({ id: budgetId, revision }: Pick<Budget, 'id' | 'revision'>, startMs: number): Promise<BudgetPeriod | null> {
    return this.database.read.findOne(BudgetPeriodEntity, {
      where: { budgetId, revision, startMs: LessThan(startMs) },
      order: { startMs: 'DESC' },
    });
  }

  /** Removes a budget; its periods end now, and are kept until no late charge can come any more. */
  async end(manager: EntityManager, budgetId: number): Promise<void> {
    await manager.delete(BudgetEntity, { id: budgetId });
    await this.endPeriods(manager, budgetId);
  }

  /** Ends the periods of a budget whose window becomes another one. */
  async endPeriods(manager: EntityManager, budgetId: number): Promise<void> {
    const nowMs = this.clock.now();
    await manager.query(
      `UPDATE budget_periods SET end_ms = ${nowMs} WHERE budget_id = ${budgetId} AND (end_ms = 0 OR end_ms > ${nowMs})`,
    );
  }

  private async open(
    manager: EntityManager,
    {
      budget,
      previous,
      nowMs,
    }: { readonly budget: Budget; readonly previous: BudgetPeriod | null; readonly nowMs: number },
  ): Promise<BudgetPeriod | null> {
    const stored = await lockedBudget(manager, budget.id);
    if (stored?.revision !== budget.revision) return null;
    const period: NewPeriod = {
      budgetId: budget.id,
      revision: budget.revision,
      ...spanAt(budget, nowMs),
      rollingMs: rollingMsOf(budget),
      granted: stored.amount,
      carried: 0,
      noticedPercent: 0,
    };
    const { identifiers } = await manager.insert(BudgetPeriodEntity, { ...period });
    const id = Number(identifiers[0]?.id);
    const grant = { periodId: id, sourceId: 'grant', units: stored.amount };
    await openBudgetAccount(manager, grant, { isHard: stored.isHard });
    const opened = { ...period, id };
    if (!previous || !stored.carriesOver) return opened;
    return { ...opened, ...(await this.carry(manager, { previous, opened, amount: stored.amount })) };
  }

  /** A period in which nobody called left all of its amount, which is as much as can be carried over. */
  private async carry(
    manager: EntityManager,
    {
      previous,
      opened,
      amount,
    }: { readonly previous: BudgetPeriod; readonly opened: BudgetPeriod; readonly amount: number },
  ): Promise<Partial<BudgetPeriod>> {
    const { id } = opened;
    let carried = amount;
    if (previous.endMs === opened.startMs) {
      const sourceId = `carry:${previous.id}:0`;
      carried = await carryOver(manager, { from: previous.id, to: id, unitsMax: amount, sourceId });
    } else await changeBudget(manager, { periodId: id, sourceId: 'unused', units: amount });
    if (carried > 0) await noteCarried(manager, opened, carried);
    return { granted: opened.granted + carried, carried };
  }
}

async function noteCarried(manager: EntityManager, { id }: BudgetPeriod, units: number): Promise<void> {
  await manager.query(
    `UPDATE budget_periods SET granted = granted + ${units}, carried = carried + ${units} WHERE id = ${id}`,
  );
}

/** The stored budget, locked until the unit ends where the database has row locks; null when it is gone. */
export async function lockedBudget(manager: EntityManager, id: number): Promise<Budget | null> {
  const lock = dialectOf(manager.connection) === 'sqlite' ? '' : ' FOR UPDATE';
  await manager.query(`SELECT id FROM budgets WHERE id = ${id}${lock}`);
  return manager.findOneBy(BudgetEntity, { id });
}
