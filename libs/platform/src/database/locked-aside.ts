import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@kernel';
import { type EntityManager } from 'typeorm';
import { databaseErrorKind, isLockTimeout } from './database-errors';
import { type UnitOfWork } from './unit-of-work';
import { GROUP_MAX, type Waiting } from './waiting';

/** Most rows are held for the length of a commit, so that the first tries follow each other quickly. */
const PAUSE_MIN_MS = 10;
const PAUSE_MAX_MS = 100;
/** Whoever meets a locked row is told to come back after this. */
const PATIENCE_MS = 5000;
/**
 * At first, whenever some went through, and every so often, one row is waited for: one that is busy without end is
 * never found free in passing.
 */
const WAITS_EVERY = 5;
/** Halving a group until its culprit is found may not take longer than this. */
const SEARCH_MS = 3000;

/** The row of an operation that somebody else has locked. */
export class LockedBy {
  constructor(readonly key: string) {}
}

/** How a group carries out what it can without waiting for any lock. */
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

/** How a group is tried. */
interface Way {
  /** The row that is waited for first. */
  readonly awaited: string | null;
  /** A group with a culprit is halved no more after this; by `performance.now()`. */
  readonly searchUntil: number;
}

/**
 * Where operations wait that met a locked row, so that no other operation waits with them. They are tried again and
 * again together, passing by what is still locked, until their row is free or their caller's patience has ended.
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
   * Carries out at once what can pass by, and puts the others aside. When this resolves, it is known which row it is
   * that held up the group, unless that is no row that can be passed by.
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
      // Got by waiting: it was held for a moment only, and nobody else needs to come here for it.
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

  /** The row of the one that waits longest, but not the same one twice while there are others. */
  private nextAwaited(): string | null {
    const others = this.waiting.filter(({ lockedBy }) => lockedBy !== this.lastAwaited);
    const [first, ...rest] = others.length > 0 ? others : this.waiting;
    const oldest = rest.reduce((one, other) => (other.addedAt < (one?.addedAt ?? 0) ? other : one), first);
    return (this.lastAwaited = oldest?.lockedBy ?? null);
  }

  /** @param awaited takes only those that wait for this row */
  private take(awaited: string | null): SetAside<Operation, Result>[] {
    if (awaited === null) return this.waiting.splice(0, GROUP_MAX);
    const group = this.waiting.filter(({ lockedBy }) => lockedBy === awaited).slice(0, GROUP_MAX);
    const taken = new Set(group);
    this.waiting = this.waiting.filter(one => !taken.has(one));
    return group;
  }

  /** @returns those that are still locked */
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

  /** The lock was none that can be passed by, or one operation spoilt the group: found by halving it. */
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
