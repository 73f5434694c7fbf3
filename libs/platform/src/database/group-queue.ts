import { AppError, isAppError } from '@kernel';
import { type EntityManager } from 'typeorm';
import { databaseErrorKind, isLockTimeout } from './database-errors';
import { LockedAside, type PassingBy } from './locked-aside';
import { type UnitScript } from './sqlite-script';
import { type UnitOfWork } from './unit-of-work';
import { GROUP_MAX, type Waiting } from './waiting';

/** A group that takes longer than this does not delay the next one, where the database lets groups run in parallel. */
const SLOW_MS = 100;
/** An operation without a result after this is refused, and its caller may try again. */
const PATIENCE_MS = 8000;
/**
 * A connection that breaks reports it at once: a group that failed within this time is tried once more on another one.
 */
const QUICK_MS = 1000;
/** The shortest time between the beginnings of two groups for which nobody waits. */
const GATHER_MS = 10;

/** The ways to carry out a group. */
interface GroupRunner<Operation, Result> {
  /** Makes one script for the ordinary case; null for operations that a script cannot decide. */
  script(operations: readonly Operation[]): UnitScript | null;
  /** Returns the result of every operation when the script sufficed. */
  readonly scripted: Result;
  /** Handles every other case, and databases without scripts. */
  run(manager: EntityManager, operations: readonly Operation[]): Promise<readonly Result[]>;
  /**
   * How a group avoids rows that another transaction has locked. Without it, the group fails with all its operations.
   */
  readonly passingBy?: PassingBy<Operation, Result>;
  /** Operations that may wait run in the lanes of ordinary units. */
  readonly isUrgent?: boolean;
}

/**
 * Commits in groups: operations that arrive while one commit runs form the next transaction, and each caller waits for
 * its own commit. A single operation is not delayed; many together share one sync of the disk. A second group runs in
 * parallel only when the first one is slow, so that groups stay large and a hanging one delays no other.
 */
export class GroupQueue<Operation, Result> {
  private waiting: Waiting<Operation, Result>[] = [];
  /** When the group of each lane started. */
  private readonly lanes = new Set<{ since: number }>();
  private readonly lanesMax: number;
  private readonly aside: LockedAside<Operation, Result> | null;
  private watch: NodeJS.Timeout | null = null;
  private gathering: NodeJS.Timeout | null = null;
  /** When the last group began. */
  private begunAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly runner: GroupRunner<Operation, Result>,
  ) {
    // One lane stays free for operations that were set aside.
    this.lanesMax = runner.isUrgent ? Math.max(1, unitOfWork.groupLanes - 1) : 1;
    this.aside = runner.passingBy ? new LockedAside(unitOfWork, runner.passingBy) : null;
  }

  /**
   * Resolves after the commit that contains this operation.
   *
   * @throws AppError DATABASE_BUSY when nothing was done; an error of the database, which may have stored the operation
   */
  add(operation: Operation): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ operation, addedAt: performance.now(), isAwaited: true, resolve, reject });
      this.begin();
    });
  }

  /**
   * Like {@link add}, for an operation that nobody waits for: one that comes right after others gathers with those that
   * follow, for a few milliseconds at most. Each commit costs as much as the work of many operations.
   *
   * @param done called instead of a promise, which costs more than everything else here
   */
  addBehind(operation: Operation, done: Pick<Waiting<Operation, Result>, 'resolve' | 'reject'>): void {
    const { resolve, reject } = done;
    this.waiting.push({ operation, addedAt: performance.now(), isAwaited: false, resolve, reject });
    if (this.gathering === null || this.waiting.length >= GROUP_MAX) this.begin();
  }

  private begin(): void {
    if (this.lanes.size > 0) this.watch ??= setTimeout(() => this.lookAfterWaiting(), SLOW_MS).unref();
    else if (!this.mayGather()) void this.openLane();
    else this.gathering ??= setTimeout(() => this.endGathering(), this.begunAt + GATHER_MS - performance.now());
  }

  private mayGather(): boolean {
    if (performance.now() - this.begunAt >= GATHER_MS || this.waiting.length >= GROUP_MAX) return false;
    return !this.waiting.some(({ isAwaited }) => isAwaited);
  }

  private endGathering(): void {
    this.gathering = null;
    if (this.waiting.length > 0) this.begin();
  }

  private async openLane(): Promise<void> {
    const lane = { since: performance.now() };
    this.lanes.add(lane);
    do {
      lane.since = performance.now();
      this.begunAt = lane.since;
      await this.runNext();
    } while (this.waiting.length > 0 && !this.isQuickBeside(lane) && !this.mayGather());
    this.lanes.delete(lane);
    if (this.waiting.length > 0) this.begin();
  }

  /** Several lanes that all run well would only make the groups smaller. */
  private isQuickBeside(own: { since: number }): boolean {
    const limit = performance.now() - SLOW_MS;
    return [...this.lanes].some(lane => lane !== own && lane.since > limit);
  }

  private lookAfterWaiting(): void {
    this.watch = null;
    const now = performance.now();
    for (let first = this.waiting[0]; first && now - first.addedAt > PATIENCE_MS; first = this.waiting[0]) {
      this.waiting.shift();
      first.reject(new AppError('DATABASE_BUSY'));
    }
    if (this.waiting.length === 0) return;
    if (this.lanes.size < this.lanesMax && [...this.lanes].every(lane => now - lane.since > SLOW_MS)) {
      void this.openLane();
    }
    this.watch ??= setTimeout(() => this.lookAfterWaiting(), SLOW_MS).unref();
  }

  private async runNext(): Promise<void> {
    const startedAt = performance.now();
    let group: readonly Waiting<Operation, Result>[] | null = null;
    // The operations are taken when the turn has come, so that later arrivals share the same commit.
    const choose = () => (group ??= this.takeGroup()).map(({ operation }) => operation);
    try {
      const results = await this.unitOfWork.runScript(
        () => this.runner.script(choose()),
        manager => this.runGroup(manager, choose()),
        this.runner.isUrgent ?? false,
      );
      this.answer(group ?? [], results);
    } catch (error) {
      await this.recover(group ?? this.takeGroup(), error, performance.now() - startedAt);
    }
  }

  /** Operations on a row that is known to be locked are moved to where they delay no others. */
  private takeGroup(): readonly Waiting<Operation, Result>[] {
    const taken = this.waiting.splice(0, GROUP_MAX);
    const { aside } = this;
    if (!aside?.isInUse) return taken;
    const isFree = (waiting: Waiting<Operation, Result>) => !aside.mayTouchLocked(waiting.operation);
    const free = taken.filter(isFree);
    if (free.length < taken.length) aside.add(taken.filter(waiting => !isFree(waiting)));
    return free;
  }

  private async runGroup(manager: EntityManager, operations: readonly Operation[]): Promise<readonly Result[]> {
    return operations.length === 0 ? [] : this.runner.run(manager, operations);
  }

  private answer(group: readonly Waiting<Operation, Result>[], results: readonly Result[] | null): void {
    group.forEach(({ resolve }, at) => resolve(results ? (results[at] as Result) : this.runner.scripted));
  }

  /** Handles a group that failed as a whole: because of a lock, the database, or one of its operations. */
  private async recover(
    group: readonly Waiting<Operation, Result>[],
    error: unknown,
    elapsedMs: number,
  ): Promise<void> {
    // Later groups must know which row is locked, or they wait for it as well.
    if (isLockTimeout(error) && this.aside) return this.aside.passOrAdd(group);
    const isAway = databaseErrorKind(error) === 'transient' || isAppError(error, 'DATABASE_BUSY');
    if (isAway && (isAppError(error) || elapsedMs > QUICK_MS)) return group.forEach(({ reject }) => reject(error));
    if (!isAway) return this.runAlone(group, error);
    const operations = group.map(({ operation }) => operation);
    try {
      this.answer(group, await this.unitOfWork.runGroup(manager => this.runGroup(manager, operations)));
    } catch (again) {
      // The first attempt may have been stored without a response; then its rows exist already.
      if (databaseErrorKind(again) === 'constraint') return this.runAlone(group, again);
      group.forEach(({ reject }) => reject(again));
    }
  }

  /** Repeats the operations of a failed group one by one, so that only the faulty one fails. */
  private async runAlone(group: readonly Waiting<Operation, Result>[], groupError: unknown): Promise<void> {
    if (group.length === 1) return group[0]?.reject(groupError);
    for (const waiting of group) {
      try {
        const [result] = await this.unitOfWork.runGroup(manager => this.runner.run(manager, [waiting.operation]));
        waiting.resolve(result as Result);
      } catch (error) {
        if (isLockTimeout(error) && this.aside) await this.aside.passOrAdd([waiting]);
        else waiting.reject(error);
      }
    }
  }
}
