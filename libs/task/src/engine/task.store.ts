import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { type TaskChange } from './task-state';
import { type TaskRow } from './task-platform';
import { TaskEntity, type PlatformId } from './task.entity';

/** A row before it has a number. */
export type NewTask = Omit<TaskEntity, 'id'>;

/** What acceptance writes beside the state. */
export type Acceptance = TaskChange &
  Pick<TaskEntity, 'channelId' | 'keyHash' | 'taskId' | 'code' | 'quota' | 'upstreamKey' | 'isOpen' | 'dueAtMs'>;

/** Reads and writes tasks. Every change of a state names the state it comes from, so that one of several racers wins. */
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

  /** A task of a person by the upstream's id. Two channels may use the same id; the newest is meant. */
  newestOf(userId: number, platforms: readonly PlatformId[], taskId: string): Promise<TaskRow | null> {
    if (taskId === '') return Promise.resolve(null);
    const where = { userId, platform: In([...platforms]), taskId };
    return this.database.read.findOne(TaskEntity, { where, order: { id: 'DESC' } });
  }

  /** Those of some ids that are a person's, oldest first. */
  allOf(userId: number, platforms: readonly PlatformId[], taskIds: readonly string[]): Promise<TaskRow[]> {
    const ids = taskIds.filter(taskId => taskId !== '');
    if (ids.length === 0) return Promise.resolve([]);
    const where = { userId, platform: In([...platforms]), taskId: In(ids) };
    return this.database.read.find(TaskEntity, { where, order: { id: 'ASC' } });
  }

  /** The newest task of anybody by the upstream's id: for addresses that carry a proof of their own. */
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

  /** @returns false when the submission was given up meanwhile: then nothing may be charged */
  async accept(manager: EntityManager, id: number, acceptance: Acceptance): Promise<boolean> {
    const { affected } = await manager.update(
      TaskEntity,
      { id, status: '', isOpen: true },
      { ...acceptance, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Carries an open task on as other work, which costs something more. @returns false when it has ended */
  async carryOn(
    manager: EntityManager,
    id: number,
    change: Pick<TaskEntity, 'action' | 'code' | 'status' | 'progress' | 'properties' | 'dueAtMs'> & {
      readonly addedQuota: number;
    },
  ): Promise<boolean> {
    const { addedQuota, ...fields } = change;
    const { affected } = await manager.update(
      TaskEntity,
      { id, isOpen: true },
      { ...fields, quota: () => `quota + ${Math.trunc(addedQuota)}`, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** A step that is no end. @returns false when somebody else changed the task first */
  async advance(manager: EntityManager, row: TaskRow, change: TaskChange): Promise<boolean> {
    const { id, status, progress } = row;
    const { affected } = await manager.update(
      TaskEntity,
      { id, status, progress, isOpen: true },
      { ...change, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  /** Ends a task. @returns false when it has ended before: then nothing may be given back */
  async finish(manager: EntityManager, id: number, change: Partial<TaskEntity>): Promise<boolean> {
    const { affected } = await manager.update(
      TaskEntity,
      { id, isOpen: true },
      { ...change, isOpen: false, updatedAtMs: Date.now() },
    );
    return affected === 1;
  }

  async markRefunded(manager: EntityManager, id: number): Promise<void> {
    await manager.update(TaskEntity, { id }, { isRefunded: true });
  }

  async remove(manager: EntityManager, id: number): Promise<void> {
    await manager.delete(TaskEntity, { id, status: '' });
  }

  /** Open tasks whose time has come, oldest first. */
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
   * Takes tasks for one round: their time is moved ahead, so that nobody else asks about them until then. Who dies
   * meanwhile leaves them to the others at that time.
   *
   * @param before rows asked about after this moment are left alone
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

  /** Tells when to ask again. */
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
