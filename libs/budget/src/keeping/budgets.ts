import { Ledger, type BudgetPart } from '@billing';
import { FreshRun } from '@kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeNotices, Database, Logger } from '@platform';
import { type BudgetPeriod } from '../rules/budget-period.entity';
import { BudgetEntity, StoredScope, type Budget } from '../rules/budget.entity';
import { BudgetClock } from './budget-clock';
import { Periods } from './periods';

/** The topic under which nodes tell each other that budgets changed. */
const NOTICE = 'budget';
/** How long a rolling budget is left alone in which nothing is spent yet: running calls have reserved all of it. */
const ROOM_PAUSE_MS = 200;

/** How soon a budget is looked at again that had changed when its period was to be opened. */
const CHANGED_PAUSE_MS = 1000;

/** For every call that no budget applies to. */
const NONE: readonly BudgetPart[] = [];

/** Who calls, as far as budgets ask. */
export interface BudgetedCaller {
  readonly userId: number;
  readonly tokenId: number;
  /** The team whose wallet pays, and who is meant in it; absent or null for a call of the user alone. */
  readonly team?: { readonly id: number; readonly memberId: number } | null;
}

/** The budgets of one key, user or group, with the periods that calls count against now. */
interface Standing {
  readonly budgets: readonly Budget[];
  parts: readonly BudgetPart[];
  /** Until when the parts are right. */
  untilMs: number;
  /** The periods are being opened. */
  opening: Promise<void> | null;
}

/** A budget whose period a call was refused by. */
export interface RefusingBudget {
  readonly budget: Budget;
  /** When there is room again; 0 where nothing resets it. */
  readonly resetMs: number;
}

interface KnownPeriod {
  readonly budget: Budget;
  readonly period: BudgetPeriod;
  /** When the next charge leaves the window of a rolling budget; 0 where that is unknown. */
  nextRoomMs: number;
  /** Until then the database is not asked again, by the monotonic clock. */
  lookAfterMs: number;
}

/**
 * The budgets of the site, in memory. All that a call looks at while there are none is `isOn`; one that has budgets gets
 * the periods that it counts against, from memory too but for the first call of a period.
 */
@Injectable()
export class Budgets implements OnModuleInit {
  private readonly refresh = new FreshRun(() => this.readAnew());
  private standings = new Map<string, Standing>();
  private readonly periodsById = new Map<number, KnownPeriod>();
  /** What the table looked like when it was read. */
  private state = '';
  /** Whether the site has any budget. */
  isOn = false;

  constructor(
    private readonly database: Database,
    private readonly periods: Periods,
    private readonly clock: BudgetClock,
    private readonly notices: ChangeNotices,
    private readonly logger: Logger,
    ledger: Ledger,
  ) {
    notices.subscribe(NOTICE, () => this.reloadBehind());
    ledger.useRoomMaker(periodId => this.makeRoom(periodId));
  }

  async onModuleInit(): Promise<void> {
    await this.reload();
  }

  /** Reads the budgets again; it also runs as a job, in case a notice was lost. */
  reload(): Promise<void> {
    return this.refresh.run();
  }

  /** Makes a change of the table effective here at once, and on other nodes within moments. */
  async announce(): Promise<void> {
    await this.reload();
    await this.notices.publish(NOTICE, 'all');
  }

  /**
   * The periods that a call counts against: those of its key, of its user and of the group that serves it.
   *
   * @returns a promise only where a period begins; it rejects with errors of the database
   */
  of(caller: BudgetedCaller, group: string): readonly BudgetPart[] | Promise<readonly BudgetPart[]> {
    if (!this.isOn) return NONE;
    const standings = this.standingsOf(caller, group);
    if (standings.length === 0) return NONE;
    const nowMs = this.clock.now();
    const late = standings.filter(({ untilMs }) => untilMs <= nowMs);
    if (late.length === 0) return partsOf(standings);
    return Promise.all(late.map(standing => this.openOnce(standing))).then(() => partsOf(standings));
  }

  /** All budgets that apply to a caller, whether anything was spent or not. */
  allOf(caller: BudgetedCaller, group: string): readonly Budget[] {
    return this.standingsOf(caller, group).flatMap(({ budgets }) => budgets);
  }

  /** The budget that refuses a call; null when its period is over, so that the call may be tried again. */
  refusing(periodId: number): RefusingBudget | null {
    const known = this.periodsById.get(periodId);
    if (!known) return null;
    const { budget, period, nextRoomMs } = known;
    if (period.endMs > 0 && period.endMs <= this.clock.now()) return null;
    return { budget, resetMs: budget.isRolling ? nextRoomMs : period.endMs };
  }

  private standingsOf({ userId, tokenId, team }: BudgetedCaller, group: string): readonly Standing[] {
    const found: Standing[] = [];
    const key = tokenId > 0 ? this.standings.get(`${StoredScope.key}:${tokenId}`) : undefined;
    const user = this.standings.get(`${StoredScope.user}:${userId}`);
    const shared = this.standings.get(`${StoredScope.group}:${group}`);
    if (key) found.push(key);
    if (user) found.push(user);
    if (shared) found.push(shared);
    if (team) this.addTeam(found, team);
    return found;
  }

  private addTeam(found: Standing[], { id, memberId }: NonNullable<BudgetedCaller['team']>): void {
    for (const key of [`${StoredScope.team}:${id}`, `${StoredScope.member}:${memberId}`]) {
      const standing = this.standings.get(key);
      if (standing) found.push(standing);
    }
  }

  private openOnce(standing: Standing): Promise<void> {
    return (standing.opening ??= this.open(standing).finally(() => (standing.opening = null)));
  }

  private async open(standing: Standing): Promise<void> {
    const nowMs = this.clock.now();
    const opened = await Promise.all(standing.budgets.map(budget => this.periods.at(budget, nowMs)));
    const known = standing.budgets.flatMap((budget, at) => {
      const period = opened[at];
      return period ? [{ budget, period, nextRoomMs: 0, lookAfterMs: 0 }] : [];
    });
    const over = standing.parts.map(({ id }) => id);
    for (const id of over) this.periodsById.delete(id);
    for (const one of known) this.periodsById.set(one.period.id, one);
    standing.parts = known.map(({ budget, period }) => ({ id: period.id, isHard: budget.isHard }));
    // A budget without a period has changed, and is about to be read again.
    const retryMs = known.length < standing.budgets.length ? nowMs + CHANGED_PAUSE_MS : Infinity;
    standing.untilMs = Math.min(retryMs, ...known.map(({ period }) => (period.endMs === 0 ? Infinity : period.endMs)));
  }

  private async makeRoom(periodId: number): Promise<boolean> {
    const known = this.periodsById.get(periodId);
    const nowMs = this.clock.now();
    // Nothing leaves the window before its oldest charge does.
    if (!known?.budget.isRolling || known.nextRoomMs > nowMs || performance.now() < known.lookAfterMs) return false;
    const { units, nextAtMs } = await this.periods.makeRoom(known.period, nowMs);
    known.nextRoomMs = nextAtMs;
    known.lookAfterMs = nextAtMs === 0 && units === 0 ? performance.now() + ROOM_PAUSE_MS : 0;
    return units > 0;
  }

  private reloadBehind(): void {
    this.reload().catch((error: unknown) => this.logger.warn({ err: error }, 'the budgets could not be read'));
  }

  private async readAnew(): Promise<void> {
    const state = await this.readState();
    if (state === this.state) return;
    const budgets: readonly Budget[] = await this.database.read.find(BudgetEntity, { order: { id: 'ASC' } });
    const byOwner = new Map<string, Budget[]>();
    for (const budget of budgets) {
      const owner = ownerKey(budget);
      const others = byOwner.get(owner);
      if (others) others.push(budget);
      else byOwner.set(owner, [budget]);
    }
    const standings = new Map<string, Standing>();
    for (const [owner, mine] of byOwner) standings.set(owner, this.kept(owner, mine) ?? fresh(mine));
    this.standings = standings;
    this.isOn = standings.size > 0;
    this.state = state;
    this.forgetPeriods();
  }

  /** The standing of an owner whose budgets have not changed. */
  private kept(owner: string, budgets: readonly Budget[]): Standing | null {
    const known = this.standings.get(owner);
    const isSame =
      known?.budgets.length === budgets.length &&
      budgets.every(
        (one, at) => one.id === known.budgets[at]?.id && one.updatedAtMs === known.budgets[at]?.updatedAtMs,
      );
    return isSame ? known : null;
  }

  private forgetPeriods(): void {
    const inUse = new Set([...this.standings.values()].flatMap(({ parts }) => parts.map(({ id }) => id)));
    for (const id of this.periodsById.keys()) if (!inUse.has(id)) this.periodsById.delete(id);
  }

  /** Changes with every change of the table. */
  private async readState(): Promise<string> {
    const [row]: Record<string, number | string | null>[] = await this.database.read.query(
      'SELECT COUNT(*) AS found, MAX(updated_at_ms) AS newest, SUM(updated_at_ms - 1700000000000) AS mark FROM budgets',
    );
    return [row?.found, row?.newest, row?.mark].map(String).join(' ');
  }
}

function fresh(budgets: readonly Budget[]): Standing {
  return { budgets, parts: NONE, untilMs: -Infinity, opening: null };
}

function ownerKey({ scope, ownerId, groupName }: Budget): string {
  return `${scope}:${scope === StoredScope.group ? groupName : ownerId}`;
}

function partsOf(standings: readonly Standing[]): readonly BudgetPart[] {
  const [only] = standings;
  if (standings.length === 1 && only) return only.parts;
  return standings.flatMap(({ parts }) => parts);
}
