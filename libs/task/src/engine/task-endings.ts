import { Ledger, refundAllowances, refundBudgets, type AllowanceCharge, type BudgetCharge } from '@billing';
import { LogType, type LogSaying } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { Logger, UnitOfWork } from '@platform';
import { type TaskReport } from '@providers';
import { type EntityManager } from 'typeorm';
import { changeBy, isFinal, type TaskChange } from '../store/task-state';
import { type TaskRow } from '../store/task.entity';
import { chargesOf, TaskStore } from '../store/task.store';
import { TaskHooks } from './task-hooks';
import { TaskPlatforms } from './task-platforms';

/** A report on a task, from a poll or a callback. */
export interface TaskUpdate {
  readonly row: TaskRow;
  readonly report: TaskReport;
}

interface Step {
  readonly row: TaskRow;
  readonly change: TaskChange;
}

/** Ending a task takes few statements, so this many share a transaction without occupying the writer for long. */
const ENDS_PER_UNIT = 25;

/**
 * The one place where accepted tasks change, after a poll, a fetch or a callback. The end of a task and its refund are
 * one transaction, and only the first end counts.
 */
@Injectable()
export class TaskEndings {
  constructor(
    private readonly store: TaskStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly platforms: TaskPlatforms,
    private readonly hooks: TaskHooks,
    private readonly logger: Logger,
  ) {}

  /**
   * @param updates reports on rows that were open when they were read
   * @returns ids of the tasks that ended by this call, or by a concurrent one just before
   */
  async apply(updates: readonly TaskUpdate[]): Promise<ReadonlySet<number>> {
    const nowMs = Date.now();
    const steps = updates.flatMap(({ row, report }) => {
      const change = changeBy(row, report, nowMs);
      return change ? [{ row, change }] : [];
    });
    const ends = steps.filter(({ change }) => isFinal(change.status));
    await this.advance(steps.filter(({ change }) => !isFinal(change.status)));
    await this.end(ends);
    return new Set(ends.map(({ row }) => row.id));
  }

  /** Ends tasks; those that have already ended do not change. */
  async end(steps: readonly Step[]): Promise<void> {
    for (let at = 0; at < steps.length; at += ENDS_PER_UNIT) {
      const chunk = steps.slice(at, at + ENDS_PER_UNIT);
      try {
        await this.unitOfWork.run(async manager => {
          for (const step of chunk) await this.endOne(manager, step);
        });
      } catch (error) {
        if (chunk.length === 1) throw error;
        await this.endAlone(chunk);
      }
      this.hooks.notify(chunk.map(({ row }) => row.id));
    }
  }

  /** Ends each task in a transaction of its own, so that one bad row does not prevent the others from ending. */
  private async endAlone(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.unitOfWork
        .run(manager => this.endOne(manager, step))
        .catch((error: unknown) => this.logger.error({ err: error, taskId: step.row.id }, 'a task could not be ended'));
    }
  }

  private async endOne(manager: EntityManager, { row, change }: Step): Promise<void> {
    const isFirst = await this.store.finish(manager, row.id, change);
    if (isFirst && change.status === 'FAILURE') await this.giveBack(manager, row.id);
  }

  /** Refunds the charge to the user or team, the API key and every counter that had included it. */
  private async giveBack(manager: EntityManager, id: number): Promise<void> {
    // The row is read again, because a dialog may have added to the charge.
    const task = await this.store.inUnit(manager, id);
    if (!task || task.quota <= 0 || task.isRefunded) return;
    const { userId, tokenId, teamId, channelId, quota } = task;
    const movement = { sourceId: `task:${id}:refund`, kind: 'refund' as const, tokenId, channelId };
    const payer = teamId > 0 ? { teamId, teamAmount: quota } : { userId, userAmount: quota };
    const amounts = { ...payer, tokenAmount: tokenId === 0 ? 0 : quota, usedAmount: -quota };
    await this.ledger.book(manager, { ...movement, ...amounts });
    await refundBudgets(manager, chargesOf<BudgetCharge>(task.budgetCharges));
    const planUnits = await refundAllowances(manager, chargesOf<AllowanceCharge>(task.allowanceCharge));
    await this.store.markRefunded(manager, id);
    const noun = this.platforms.of(task.platform)?.noun;
    const said: LogSaying = {
      key: 'task_refunded',
      work: noun === undefined ? task.platform : { key: `work_${noun}` },
      task: task.taskId,
      amount: saidQuota(quota, this.options.current),
    };
    await this.logs.append(manager, {
      userId,
      type: LogType.System,
      username: task.username,
      tokenId,
      tokenName: task.tokenName,
      modelName: task.modelName,
      channelId,
      ...(teamId > 0 && { teamId }),
      requestId: task.requestId,
      ...(task.cost !== null && { cost: -task.cost, refundedUnits: quota }),
      planUnits,
      ...sentenceFields(said, { task_id: task.taskId, refunded: quota }),
    });
  }

  private async advance(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    await this.unitOfWork.run(async manager => {
      for (const { row, change } of steps) await this.store.advance(manager, row, change);
    });
    this.hooks.notify(steps.map(({ row }) => row.id));
  }
}
