import { AccountKind, Ledger } from '@billing';
import { type BudgetView } from '@contracts';
import { toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In } from 'typeorm';
import { BudgetPeriodEntity, type BudgetPeriod } from '../rules/budget-period.entity';
import { StoredScope, thresholdsOf, type Budget } from '../rules/budget.entity';
import { spanAt } from '../rules/period-span';
import { BudgetClock } from '../keeping/budget-clock';
import { BudgetNames, type NamedKey, type NamedTeam } from '../keeping/budget-names';

const SCOPES = { 1: 'key', 2: 'user', 3: 'group', 4: 'team', 5: 'member' } as const;

interface Names {
  readonly users: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<number, NamedKey>;
  readonly teams: ReadonlyMap<number, NamedTeam>;
  readonly members: ReadonlyMap<number, NamedTeam>;
}

/** Shows budgets with what was spent of them. */
@Injectable()
export class BudgetViews {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly names: BudgetNames,
    private readonly clock: BudgetClock,
  ) {}

  /** In the order of the budgets. */
  async of(budgets: readonly Budget[]): Promise<readonly BudgetView[]> {
    const nowMs = this.clock.now();
    const [periods, names] = await Promise.all([this.presentPeriods(budgets, nowMs), this.namesOf(budgets)]);
    const accounts = await this.ledger.balancesOf(
      AccountKind.Budget,
      [...periods.values()].map(({ id }) => id),
    );
    return budgets.map(budget => {
      const period = periods.get(budget.id);
      const account = period && accounts.get(period.id);
      const left = account ? account.balance + account.held : budget.amount;
      const granted = period?.granted ?? budget.amount;
      return { ...termsOf(budget), ...ownerOf(budget, names), ...spanOf(budget, nowMs), ...spentOf(granted, left) };
    });
  }

  /** The periods that calls count against now; a budget that nobody has used in this period has none. */
  private async presentPeriods(budgets: readonly Budget[], nowMs: number): Promise<ReadonlyMap<number, BudgetPeriod>> {
    if (budgets.length === 0) return new Map();
    const starts = new Map(budgets.map(budget => [budget.id, spanAt(budget, nowMs).startMs]));
    const revisions = new Map(budgets.map(({ id, revision }) => [id, revision]));
    const rows = await this.database.read.findBy(BudgetPeriodEntity, {
      budgetId: In([...starts.keys()]),
      startMs: In([...new Set(starts.values())]),
    });
    const present = rows.filter(
      ({ budgetId, startMs, revision }) => starts.get(budgetId) === startMs && revisions.get(budgetId) === revision,
    );
    return new Map(present.map(period => [period.budgetId, period]));
  }

  private async namesOf(budgets: readonly Budget[]): Promise<Names> {
    const idsOf = (scope: number) => budgets.filter(one => one.scope === scope).map(({ ownerId }) => ownerId);
    const [users, keys, teams, members] = await Promise.all([
      this.names.users(idsOf(StoredScope.user)),
      this.names.keys(idsOf(StoredScope.key)),
      this.names.teams(idsOf(StoredScope.team)),
      this.names.members(idsOf(StoredScope.member)),
    ]);
    return { users, keys, teams, members };
  }
}

function termsOf(budget: Budget) {
  return {
    id: budget.id,
    quota: budget.amount,
    window: budget.window,
    is_rolling: budget.isRolling,
    time_zone: budget.timeZone,
    is_hard: budget.isHard,
    carries_over: budget.carriesOver,
    thresholds: thresholdsOf(budget),
    is_own: budget.isOwn,
    created_by: budget.createdBy,
    created_time: toSeconds(budget.createdAtMs),
  };
}

function ownerOf({ scope, ownerId, groupName }: Budget, { users, keys, teams, members }: Names) {
  const place = { scope: SCOPES[scope], owner_id: ownerId, group: groupName };
  if (scope === StoredScope.group) return { ...place, owner_name: groupName, username: '' };
  if (scope === StoredScope.user) {
    const name = users.get(ownerId) ?? '';
    return { ...place, owner_name: name, username: name };
  }
  if (scope === StoredScope.team) return { ...place, owner_name: teams.get(ownerId)?.name ?? '', username: '' };
  const key = scope === StoredScope.member ? members.get(ownerId) : keys.get(ownerId);
  return { ...place, owner_name: key?.name ?? '', username: key?.username ?? '' };
}

function spanOf(budget: Budget, nowMs: number) {
  const { startMs, endMs } = spanAt(budget, nowMs);
  return { period_start: toSeconds(startMs), reset_time: toSeconds(endMs) };
}

function spentOf(granted: number, left: number) {
  return { granted_quota: granted, used_quota: granted - left, remain_quota: left };
}
