import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@kernel';
import { type EntityManager } from 'typeorm';
import { databaseErrorKind, isLockTimeout } from './database-errors';
import { type UnitOfWork } from './unit-of-work';
import { GROUP_MAX, type Waiting } from './waiting';

/** Most rows are locked for the length of a commit only, so the first attempts follow each other quickly. */
const PAUSE_MIN_MS = 10;
const PAUSE_MAX_MS = 100;
/** An operation that is still blocked by a locked row after this time is refused, and its caller may try again. */
const PATIENCE_MS = 5000;
/**
 * One row is waited for in the first attempt, after progress, and in every fifth attempt: a row that is always busy is
 * never found free without waiting.
 */
const WAITS_EVERY = 5;
/** Limit on halving a group to find its faulty operation. */
const SEARCH_MS = 3000;

/** The row of an operation that another transaction has locked. */
export class LockedBy {
  constructor(readonly key: string) {}
}

/** How a group carries out the operations that need to wait for no lock. */
export interface PassingBy<Operation, Result> {
  /** The rows that an operation locks. */
  keysOf(operation: Operation): readonly string[];
  /** @param awaited a row that is waited for first, for as long as any group waits; null waits for none */
  run(
    manager: EntityManager,
    operations: readonly Operation[],
    awaited: string | null,
  ): Promise<readonly (Result | LockedBy)[]>;
}

interface SetAside<Operation, Result> extends Waiting<Operation, Result> {
  lockedBy: string | null;
}

/** The options of an attempt. */
interface Way {
  /** The row that is waited for first. */
  readonly awaited: string | null;
  /** A group with a faulty operation is halved no more after this time, measured by `performance.now()`. */
  readonly searchUntil: number;
}

/**
 * Holds operations that met a locked row, so that no other operation waits with them. They are tried again together,
 * skipping those whose row is still locked, until the row is free or the time of the caller is over.
 */
export class LockedAside<Operation, Result> {
  private waiting: SetAside<Operation, Result>[] = [];
  private locked = new Set<string>();
  private lastAwaited: string | null = null;
  private isRunning = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passingBy: PassingBy<Operation, Result>,
  ) {}

  /** Whether any row is known to be locked. */
  get isInUse(): boolean {
    return this.locked.size > 0;
  }

  mayTouchLocked(operation: Operation): boolean {
    return this.passingBy.keysOf(operation).some(key => this.locked.has(key));
  }

  add(group: readonly Waiting<Operation, Result>[]): void {
    const lockOf = (operation: Operation) => this.passingBy.keysOf(operation).find(key => this.locked.has(key)) ?? null;
    this.put(group.map(waiting => ({ ...waiting, lockedBy: lockOf(waiting.operation) })));
  }

  /**
   * Carries out the operations whose rows are free, and sets the others aside. When this resolves, the row that blocked
   * the group is known, unless it is not a row that can be skipped.
   */
  async passOrAdd(group: readonly Waiting<Operation, Result>[]): Promise<void> {
    const unknown = group.map(waiting => ({ ...waiting, lockedBy: null }));
    const left = await this.passBy(unknown, { awaited: null, searchUntil: 0 });
    this.locked = new Set([...this.locked, ...keysOf(left)]);
    this.put(left);
  }

  private put(group: readonly SetAside<Operation, Result>[]): void {
    this.waiting.push(...group);
    if (this.waiting.length > 0 && !this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let failures = 0; this.waiting.length > 0;) {
      const awaited = failures % WAITS_EVERY === 0 ? this.nextAwaited() : null;
      const group = this.take(awaited);
      const left = await this.passBy(group, { awaited, searchUntil: performance.now() + SEARCH_MS });
      this.waiting.push(...left);
      this.refuseLate();
      this.locked = new Set(keysOf(this.waiting));
      // Waiting got this row: it was locked for a moment only, and no other operation has to be set aside for it.
      if (awaited && !left.some(({ lockedBy }) => lockedBy === awaited)) this.locked.delete(awaited);
      failures = left.length < group.length ? 0 : failures + 1;
      if (failures > 0) await pause(Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** (failures - 1)));
    }
    this.isRunning = false;
  }

  private refuseLate(): void {
    const limit = performance.now() - PATIENCE_MS;
    const late = this.waiting.filter(({ addedAt }) => addedAt < limit);
    if (late.length === 0) return;
    this.waiting = this.waiting.filter(({ addedAt }) => addedAt >= limit);
    for (const { reject } of late) reject(new AppError('DATABASE_BUSY'));
  }

  /** The row of the operation that waits longest, but not the same row twice in succession while there are others. */
  private nextAwaited(): string | null {
    const others = this.waiting.filter(({ lockedBy }) => lockedBy !== this.lastAwaited);
    const [first, ...rest] = others.length > 0 ? others : this.waiting;
    const oldest = rest.reduce((one, other) => (other.addedAt < (one?.addedAt ?? 0) ? other : one), first);
    return (this.lastAwaited = oldest?.lockedBy ?? null);
  }

  /** @param awaited takes only the operations that wait for this row */
  private take(awaited: string | null): SetAside<Operation, Result>[] {
    if (awaited === null) return this.waiting.splice(0, GROUP_MAX);
    const group = this.waiting.filter(({ lockedBy }) => lockedBy === awaited).slice(0, GROUP_MAX);
    const taken = new Set(group);
    this.waiting = this.waiting.filter(one => !taken.has(one));
    return group;
  }

  /** @returns the operations whose rows are still locked */
  private async passBy(
    group: readonly SetAside<Operation, Result>[],
    way: Way,
  ): Promise<readonly SetAside<Operation, Result>[]> {
    try {
      const operations = group.map(({ operation }) => operation);
      const results = await this.unitOfWork.runGroup(manager => this.passingBy.run(manager, operations, way.awaited));
      return group.filter((waiting, at) => {
        const result = results[at] as Result | LockedBy;
        if (!(result instanceof LockedBy)) return waiting.resolve(result);
        waiting.lockedBy = result.key;
        return true;
      });
    } catch (error) {
      return way.awaited && isLockTimeout(error) ? group : this.split(group, error, way);
    }
  }

  /** Either the lock cannot be skipped, or one operation makes the group fail: halving the group finds it. */
  private async split(
    group: readonly SetAside<Operation, Result>[],
    error: unknown,
    way: Way,
  ): Promise<readonly SetAside<Operation, Result>[]> {
    const isLock = isLockTimeout(error);
    const [first] = group;
    if (first && group.length === 1) {
      if (isLock) first.lockedBy = this.passingBy.keysOf(first.operation)[0] ?? null;
      else first.reject(error);
      return isLock ? group : [];
    }
    if (!isLock && databaseErrorKind(error) === 'transient') {
      for (const { reject } of group) reject(error);
      return [];
    }
    if (performance.now() > way.searchUntil) return group;
    const half = Math.ceil(group.length / 2);
    return [...(await this.passBy(group.slice(0, half), way)), ...(await this.passBy(group.slice(half), way))];
  }
}

function keysOf(group: readonly SetAside<unknown, never>[]): readonly string[] {
  return group.flatMap(({ lockedBy }) => lockedBy ?? []);
}
