import { type AllowanceCharge, type BudgetCharge } from '@billing';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { type TaskChange } from './task-state';
import { TaskEntity, type TaskRow, type PlatformId } from './task.entity';

/** A row that has no id yet. */
export type NewTask = Omit<TaskEntity, 'id'>;

/** The fields that the acceptance of a task writes. */
export type Acceptance = TaskChange &
  Pick<
    TaskEntity,
    'channelId' | 'keyHash' | 'taskId' | 'code' | 'quota' | 'cost' | 'upstreamKey' | 'isOpen' | 'dueAtMs'
  >;

/**
 * Reads and writes tasks. A change of state is conditional on the previous state, so that one of several writers wins.
 */
@Injectable()
export class TaskStore {
  constructor(private readonly database: Database) {}

  async insert(manager: EntityManager, task: NewTask): Promise<TaskRow> {
    const { identifiers } = await manager.insert(TaskEntity, { ...task });
    return { ...task, id: Number(identifiers[0]?.id) };
  }

  byId(id: number): Promise<TaskRow | null> {
    return this.database.read.findOneBy(TaskEntity, { id });
  }

  inUnit(manager: EntityManager, id: number): Promise<TaskRow | null> {
    return manager.findOneBy(TaskEntity, { id });
  }

  byIds(ids: readonly number[]): Promise<TaskRow[]> {
    return this.database.read.find(TaskEntity, { where: { id: In([...ids]) } });
  }

  /** A user's task by the upstream's id. Two channels may use the same id; the newest task wins. */
  newestOf(userId: number, platforms: readonly PlatformId[], taskId: string): Promise<TaskRow | null> {
    if (taskId === '') return Promise.resolve(null);
    const where = { userId, platform: In([...platforms]), taskId };
    return this.database.read.findOne(TaskEntity, { where, order: { id: 'DESC' } });
  }

  /** A user's tasks among the given upstream ids, oldest first. */
  allOf(userId: number, platforms: readonly PlatformId[], taskIds: readonly string[]): Promise<TaskRow[]> {
    const ids = taskIds.filter(taskId => taskId !== '');
    if (ids.length === 0) return Promise.resolve([]);
    const where = { userId, platform: In([...platforms]), taskId: In(ids) };
    return this.database.read.find(TaskEntity, { where, order: { id: 'ASC' } });
  }

  /** The newest task of any user by the upstream's id, for addresses that prove the right to see it. */
  byTaskId(platform: PlatformId, taskId: string): Promise<TaskRow | null> {
    if (taskId === '') return Promise.resolve(null);
    return this.database.read.findOne(TaskEntity, { where: { platform, taskId }, order: { id: 'DESC' } });
  }

  byCallback(callbackHash: string): Promise<TaskRow | null> {
    return this.database.read.findOneBy(TaskEntity, { callbackHash });
  }

  byUpstreamKey(manager: EntityManager, upstreamKey: string): Promise<TaskRow | null> {
    return manager.findOneBy(TaskEntity, { upstreamKey });
  }

  /** @returns false when the submission was given up in the meantime: then nothing may be charged */
  async accept(manager: EntityManager, id: number, acceptance: Acceptance): Promise<boolean> {
    const { affected } = await manager.update(
      TaskEntity,
      { id, status: '', isOpen: true },
      { ...acceptance, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Continues an open task as other work, and adds to its charge. @returns false when it has ended */
  async carryOn(
    manager: EntityManager,
    id: number,
    change: Pick<TaskEntity, 'action' | 'code' | 'status' | 'progress' | 'properties' | 'dueAtMs'> & {
      readonly addedQuota: number;
      /** Null leaves what is known of the cost. */
      readonly addedCost: number | null;
    },
  ): Promise<boolean> {
    const { addedQuota, addedCost, ...fields } = change;
    const cost = addedCost === null ? {} : { cost: () => `COALESCE(cost, 0) + ${Math.trunc(addedCost)}` };
    const { affected } = await manager.update(
      TaskEntity,
      { id, isOpen: true },
      { ...fields, ...cost, quota: () => `quota + ${Math.trunc(addedQuota)}`, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Writes a change that does not end the task. @returns false when another writer changed the task first */
  async advance(manager: EntityManager, row: TaskRow, change: TaskChange): Promise<boolean> {
    const { id, status, progress } = row;
    const { affected } = await manager.update(
      TaskEntity,
      { id, status, progress, isOpen: true },
      { ...change, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Ends a task. @returns false when it had already ended: then nothing may be refunded */
  async finish(manager: EntityManager, id: number, change: Partial<TaskEntity>): Promise<boolean> {
    const { affected } = await manager.update(
      TaskEntity,
      { id, isOpen: true },
      { ...change, isOpen: false, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Keeps which budgets a charge counts against, and which allowance paid it, beside those of charges before. */
  async addCharges(
    manager: EntityManager,
    id: number,
    { budgets, allowance }: { readonly budgets: readonly BudgetCharge[]; readonly allowance: AllowanceCharge | null },
  ): Promise<void> {
    if (budgets.length === 0 && !allowance) return;
    const known = await this.inUnit(manager, id);
    const counted = [...chargesOf<BudgetCharge>(known?.budgetCharges ?? null), ...budgets];
    const paid = [...chargesOf<AllowanceCharge>(known?.allowanceCharge ?? null), ...(allowance ? [allowance] : [])];
    await manager.update(
      TaskEntity,
      { id },
      {
        budgetCharges: counted.length > 0 ? JSON.stringify(counted) : null,
        allowanceCharge: paid.length > 0 ? JSON.stringify(paid) : null,
      },
    );
  }

  async markRefunded(manager: EntityManager, id: number): Promise<void> {
    await manager.update(TaskEntity, { id }, { isRefunded: true });
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.delete(TaskEntity, { id, status: '' });
  }

  /** Ids of open tasks that are due for a poll, the longest overdue first. */
  async dueIds(nowMs: number, max: number): Promise<number[]> {
    const rows = await this.database.read.find(TaskEntity, {
      select: { id: true },
      where: { isOpen: true, dueAtMs: LessThanOrEqual(nowMs) },
      order: { dueAtMs: 'ASC' },
      take: max,
    });
    return rows.map(row => row.id);
  }

  /**
   * Claims tasks for one round: their next poll is moved ahead to `untilMs`, so that no other node polls them until
   * then. If this node dies, other nodes take over at that time.
   *
   * @param round with `askedBeforeMs`, rows that were polled after that moment are not claimed
   */
  async claim(
    manager: EntityManager,
    ids: readonly number[],
    round: { readonly claim: string; readonly untilMs: number } & (
      { readonly dueBeforeMs: number } | { readonly askedBeforeMs: number }
    ),
  ): Promise<TaskRow[]> {
    const { claim, untilMs } = round;
    const free =
      'dueBeforeMs' in round
        ? { dueAtMs: LessThanOrEqual(round.dueBeforeMs) }
        : { askedAtMs: LessThanOrEqual(round.askedBeforeMs) };
    await manager.update(
      TaskEntity,
      { id: In([...ids]), isOpen: true, ...free },
      { claim, dueAtMs: untilMs, askedAtMs: Date.now() },
    );
    return manager.find(TaskEntity, { where: { id: In([...ids]), claim, isOpen: true } });
  }

  /** Sets the time of the next poll. */
  async postpone(
    manager: EntityManager,
    ids: readonly number[],
    next: { readonly dueAtMs: number; readonly hasFailed: boolean },
  ): Promise<void> {
    if (ids.length === 0) return;
    await manager.update(
      TaskEntity,
      { id: In([...ids]), isOpen: true },
      { dueAtMs: next.dueAtMs, pollFailures: next.hasFailed ? () => 'poll_failures + 1' : 0 },
    );
  }
}

/** The charges that a row keeps. */
export function chargesOf<Charge extends BudgetCharge | AllowanceCharge>(text: string | null): readonly Charge[] {
  return text === null ? [] : (JSON.parse(text) as readonly Charge[]); // written by addCharges
}
