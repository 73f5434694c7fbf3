import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@kernel';
import { databaseErrorKind, isLockTimeout, type UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { GROUP_MAX, type Waiting } from './waiting';

const PAUSE_MS = 100;
/** Whoever meets a locked row is told to come back after this. */
const PATIENCE_MS = 5000;
/** Every so often the oldest waits for its row: one that is busy without end is never found free in passing. */
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
  run(manager: EntityManager, operations: readonly Operation[]): Promise<readonly (Result | LockedBy)[]>;
}

interface SetAside<Operation, Result> extends Waiting<Operation, Result> {
  lockedBy: string | null;
}

/**
 * Where operations wait that met a locked row, so that no other operation waits with them. They are tried again and
 * again together, passing by what is still locked, until their row is free or their caller's patience has ended.
 */
export class LockedAside<Operation, Result> {
  private waiting: SetAside<Operation, Result>[] = [];
  private locked: ReadonlySet<string> = new Set();
  private isRunning = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passingBy: PassingBy<Operation, Result>,
    private readonly runWaiting: (
      manager: EntityManager,
      operations: readonly Operation[],
    ) => Promise<readonly Result[]>,
  ) {}

  /** Whether any row is known to be locked. */
  get isInUse(): boolean {
    return this.locked.size > 0;
  }

  mayTouchLocked(operation: Operation): boolean {
    return this.passingBy.keysOf(operation).some(key => this.locked.has(key));
  }

  add(group: readonly Waiting<Operation, Result>[]): void {
    this.waiting.push(...group.map(waiting => ({ ...waiting, lockedBy: null })));
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let round = 1; this.waiting.length > 0; round++) {
      const isWaiting = round % WAITS_EVERY === 0;
      const group = isWaiting ? this.takeOldest() : this.waiting.splice(0, GROUP_MAX);
      const left = isWaiting ? await this.waitFor(group) : await this.passBy(group, performance.now() + SEARCH_MS);
      this.waiting.push(...left);
      this.refuseLate();
      this.locked = new Set(this.waiting.flatMap(({ lockedBy }) => lockedBy ?? []));
      if (left.length > 0) await pause(PAUSE_MS);
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

  /** Those that wait for the same row as the one that waits longest. */
  private takeOldest(): SetAside<Operation, Result>[] {
    const oldest = this.waiting.reduce((first, one) => (one.addedAt < first.addedAt ? one : first));
    const isWith = (one: SetAside<Operation, Result>) => one === oldest || one.lockedBy === oldest.lockedBy;
    const group = this.waiting.filter(isWith).slice(0, GROUP_MAX);
    const taken = new Set(group);
    this.waiting = this.waiting.filter(one => !taken.has(one));
    return group;
  }

  /** @returns those that are still locked */
  private async passBy(
    group: readonly SetAside<Operation, Result>[],
    searchUntil: number,
  ): Promise<readonly SetAside<Operation, Result>[]> {
    try {
      const operations = group.map(({ operation }) => operation);
      const results = await this.unitOfWork.runGroup(manager => this.passingBy.run(manager, operations));
      return group.filter((waiting, at) => {
        const result = results[at] as Result | LockedBy;
        if (!(result instanceof LockedBy)) return waiting.resolve(result);
        waiting.lockedBy = result.key;
        return true;
      });
    } catch (error) {
      return this.split(group, error, searchUntil);
    }
  }

  /** The lock was none that can be passed by, or one operation spoilt the group: found by halving it. */
  private async split(
    group: readonly SetAside<Operation, Result>[],
    error: unknown,
    searchUntil: number,
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
    if (performance.now() > searchUntil) return group;
    const half = Math.ceil(group.length / 2);
    return [
      ...(await this.passBy(group.slice(0, half), searchUntil)),
      ...(await this.passBy(group.slice(half), searchUntil)),
    ];
  }

  /** @returns those that are still locked */
  private async waitFor(
    group: readonly SetAside<Operation, Result>[],
  ): Promise<readonly SetAside<Operation, Result>[]> {
    try {
      const operations = group.map(({ operation }) => operation);
      const results = await this.unitOfWork.runGroup(manager => this.runWaiting(manager, operations));
      group.forEach(({ resolve }, at) => resolve(results[at] as Result));
      return [];
    } catch (error) {
      return isLockTimeout(error) ? group : this.split(group, error, performance.now() + SEARCH_MS);
    }
  }
}
