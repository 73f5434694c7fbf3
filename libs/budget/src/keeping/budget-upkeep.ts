import { AccountKind, closeBudgetCharges, Ledger, removeBudgetAccounts } from '@billing';
import { Injectable } from '@nestjs/common';
import { Database, EventBus, Logger, UnitOfWork } from '@platform';
import { Between, In } from 'typeorm';
import { BudgetPeriodEntity, type BudgetPeriod } from '../rules/budget-period.entity';
import { BudgetEntity, StoredScope, thresholdsOf, type Budget } from '../rules/budget.entity';
import { BudgetClock } from './budget-clock';
import { Budgets } from './budgets';
import { Periods } from './periods';

const DAY_MS = 86_400_000;
/** A charge that a stopped node has kept on its disk may still come for so long after the end of its period. */
const KEPT_AFTER_END_MS = 7 * DAY_MS;
/** Charges are summed up when they are older; no task that may be refunded runs so long. */
const SINGLE_CHARGES_MS = 40 * DAY_MS;
/** For so long after its end a period may leave more to the next one: calls that began in it are still running. */
const LATE_CARRY_MS = DAY_MS;
const ROWS_PER_RUN = 1000;

/** What was spent of a period. */
interface Spending {
  readonly budget: Budget;
  readonly period: BudgetPeriod;
  readonly spent: number;
}

/** Tells of budgets that are nearly used up, and keeps their tables small. Runs on one node at a time. */
@Injectable()
export class BudgetUpkeep {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly budgets: Budgets,
    private readonly periods: Periods,
    private readonly clock: BudgetClock,
    private readonly events: EventBus,
    private readonly logger: Logger,
  ) {}

  /** One round: brings back what has left rolling windows, carries over what ended late, and tells of crossings. */
  async run(): Promise<void> {
    if (!this.budgets.isOn) return;
    await this.returnDue();
    await this.carryLate();
    await this.tellCrossings();
  }

  /** Removes budgets whose keys and users are gone, and periods that ended long ago; sums up old charges. */
  async tidy(): Promise<void> {
    await this.removeOrphans();
    await this.sumUpOld();
    await this.removeEnded();
  }

  private async returnDue(): Promise<void> {
    const nowMs = this.clock.now();
    const due: { id: number | string; rolling_ms: number | string }[] = await this.database.read.query(
      `SELECT p.id AS id, p.rolling_ms AS rolling_ms FROM budget_periods AS p WHERE p.rolling_ms > 0 AND p.end_ms = 0
       AND EXISTS (SELECT 1 FROM budget_movements AS m
         WHERE m.period_id = p.id AND m.at_ms > 0 AND m.at_ms <= ${nowMs} - p.rolling_ms) LIMIT ${ROWS_PER_RUN}`,
    );
    for (const { id, rolling_ms } of due) {
      await this.periods.makeRoom({ id: Number(id), rollingMs: Number(rolling_ms) }, nowMs);
    }
  }

  private async carryLate(): Promise<void> {
    const nowMs = this.clock.now();
    const ended = await this.database.read.find(BudgetPeriodEntity, {
      where: { endMs: Between(nowMs - LATE_CARRY_MS, nowMs) },
      take: ROWS_PER_RUN,
    });
    const budgets = await this.budgetsOf(ended);
    const accounts = await this.ledger.balancesOf(
      AccountKind.Budget,
      ended.map(({ id }) => id),
    );
    for (const from of ended) {
      const budget = budgets.get(from.budgetId);
      if (!budget?.carriesOver || budget.revision !== from.revision || (accounts.get(from.id)?.balance ?? 0) <= 0)
        continue;
      const to = await this.database.read.findOneBy(BudgetPeriodEntity, {
        budgetId: from.budgetId,
        revision: from.revision,
        startMs: from.endMs,
      });
      if (to && to.carried < budget.amount) await this.periods.carryLate(budget, { from, to });
    }
  }

  /** Each threshold is told once in a period, by whoever marks it. */
  private async tellCrossings(): Promise<void> {
    for (const { budget, period, spent } of await this.spendings()) {
      const percent = period.granted > 0 ? (spent * 100) / period.granted : 100;
      const thresholds = thresholdsOf(budget);
      if (budget.isRolling && period.noticedPercent > 0 && percent < (thresholds[0] ?? 0) / 2) {
        await this.mark(period, 0);
        continue;
      }
      const reached = thresholds.filter(threshold => threshold <= percent).at(-1) ?? 0;
      if (reached <= period.noticedPercent || !(await this.mark(period, reached))) continue;
      this.publish({ budget, period, spent }, reached);
    }
  }

  private publish({ budget, period, spent }: Spending, percent: number): void {
    const { id: budgetId, scope, ownerId, groupName: group, amount, window, isRolling, timeZone, isHard } = budget;
    const owner = {
      userId: scope === StoredScope.user ? ownerId : 0,
      tokenId: scope === StoredScope.key ? ownerId : 0,
      teamId: scope === StoredScope.team ? ownerId : 0,
      memberId: scope === StoredScope.member ? ownerId : 0,
      group,
    };
    const terms = { amount, window, isRolling, timeZone, isHard };
    const { granted, endMs: resetMs } = period;
    this.events.publish('budget.crossed', { budgetId, ...owner, ...terms, percent, spent, granted, resetMs });
  }

  private async mark({ id, noticedPercent }: BudgetPeriod, percent: number): Promise<boolean> {
    const { affected } = await this.unitOfWork.run(manager =>
      manager.update(BudgetPeriodEntity, { id, noticedPercent }, { noticedPercent: percent }),
    );
    return affected === 1;
  }

  /** Present periods that have spent more than was told of, or that are rolling and were told of. */
  private async spendings(): Promise<readonly Spending[]> {
    const nowMs = this.clock.now();
    const rows: { id: number | string; spent: number | string }[] = await this.database.read.query(
      `SELECT p.id AS id, p.granted - a.balance - a.held - a.leased AS spent FROM budget_periods AS p
       JOIN budgets AS b ON b.id = p.budget_id AND b.revision = p.revision
       JOIN accounts AS a ON a.kind = ${AccountKind.Budget} AND a.owner_id = p.id
       WHERE b.thresholds <> '' AND (p.end_ms = 0 OR p.end_ms > ${nowMs}) AND p.noticed_percent < 1000
       AND ((p.granted - a.balance - a.held - a.leased) * 100 > p.granted * p.noticed_percent
         OR (p.rolling_ms > 0 AND p.noticed_percent > 0))
       ORDER BY p.id LIMIT ${ROWS_PER_RUN * 50}`,
    );
    const spentOf = new Map(rows.map(({ id, spent }) => [Number(id), Number(spent)]));
    const found: Spending[] = [];
    const ids = [...spentOf.keys()];
    for (let at = 0; at < ids.length; at += ROWS_PER_RUN) {
      const periods = await this.database.read.findBy(BudgetPeriodEntity, { id: In(ids.slice(at, at + ROWS_PER_RUN)) });
      const budgets = await this.budgetsOf(periods);
      for (const period of periods) {
        const budget = budgets.get(period.budgetId);
        if (budget) found.push({ budget, period, spent: spentOf.get(period.id) ?? 0 });
      }
    }
    return found;
  }

  private async budgetsOf(periods: readonly BudgetPeriod[]): Promise<ReadonlyMap<number, Budget>> {
    if (periods.length === 0) return new Map();
    const ids = [...new Set(periods.map(({ budgetId }) => budgetId))];
    const budgets = await this.database.read.findBy(BudgetEntity, { id: In(ids) });
    return new Map(budgets.map(budget => [budget.id, budget]));
  }

  /** A budget ends with its key or user. */
  private async removeOrphans(): Promise<void> {
    const orphans: { id: number | string }[] = await this.database.read.query(
      `SELECT b.id AS id FROM budgets AS b WHERE
         (b.scope = ${StoredScope.key} AND NOT EXISTS
           (SELECT 1 FROM tokens AS t WHERE t.id = b.owner_id AND t.deleted_at_ms IS NULL))
         OR (b.scope = ${StoredScope.user} AND NOT EXISTS
           (SELECT 1 FROM users AS u WHERE u.id = b.owner_id AND u.deleted_at_ms IS NULL))
         OR (b.scope = ${StoredScope.team} AND NOT EXISTS
           (SELECT 1 FROM teams AS t WHERE t.id = b.owner_id AND t.deleted_at_ms IS NULL))
         OR (b.scope = ${StoredScope.member} AND NOT EXISTS
           (SELECT 1 FROM team_members AS m WHERE m.id = b.owner_id)) LIMIT ${ROWS_PER_RUN}`,
    );
    if (orphans.length === 0) return;
    await this.unitOfWork.run(async manager => {
      for (const { id } of orphans) await this.periods.end(manager, Number(id));
    });
    this.logger.info({ budgets: orphans.length }, 'removed the budgets of keys, users and teams that are gone');
    await this.budgets.announce();
  }

  private async sumUpOld(): Promise<void> {
    const untilMs = this.clock.now() - SINGLE_CHARGES_MS;
    const rows: { id: number | string }[] = await this.database.read.query(
      `SELECT p.id AS id FROM budget_periods AS p WHERE p.rolling_ms = 0 AND EXISTS (SELECT 1 FROM budget_movements AS m
         WHERE m.period_id = p.id AND m.at_ms > 0 AND m.at_ms <= ${untilMs}) LIMIT ${ROWS_PER_RUN}`,
    );
    for (const { id } of rows) {
      const charges = { periodId: Number(id), untilMs, areReturned: false };
      let hasMore = true;
      while (hasMore) ({ hasMore } = await this.unitOfWork.run(manager => closeBudgetCharges(manager, charges)));
    }
  }

  private async removeEnded(): Promise<void> {
    const untilMs = this.clock.now() - KEPT_AFTER_END_MS;
    const rows: { id: number | string }[] = await this.database.read.query(
      `SELECT id FROM budget_periods WHERE end_ms > 0 AND end_ms <= ${untilMs} ORDER BY end_ms LIMIT ${ROWS_PER_RUN}`,
    );
    for (const { id } of rows) {
      await this.unitOfWork.run(async manager => {
        const removed = await removeBudgetAccounts(manager, [Number(id)]);
        if (removed.length > 0) await manager.delete(BudgetPeriodEntity, { id: In([...removed]) });
      });
    }
  }
}
