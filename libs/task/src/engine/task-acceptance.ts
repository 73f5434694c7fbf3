import { setTimeout as pause } from 'node:timers/promises';
import { Ledger, planUnitsOf, type StoredReservation } from '@billing';
import { type CatalogChannel } from '@channel';
import { noUsage } from '@contracts';
import { SupplierCosts } from '@cost';
import { AppError } from '@kernel';
import { LogStore } from '@log';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { isUniqueViolation, Logger, UnitOfWork } from '@platform';
import { type AcceptedSubmit } from '@providers';
import { type RoutePlan } from '@relay';
import { type EntityManager } from 'typeorm';
import { changeBy, isFinal } from '../store/task-state';
import { type TaskRow } from '../store/task.entity';
import { TaskStore } from '../store/task.store';
import { isUsableId, upstreamKeyOf } from './new-task';
import { type SubmitRequest } from './task-platform';
import { TaskPlatforms } from './task-platforms';
import { type TaskPrice } from './task-price';
import { taskRecord } from './task-record';

/** Work that an upstream has accepted. It is stored and charged in one transaction, or not at all. */
export interface AcceptedWork {
  readonly submission: SubmitRequest<unknown>;
  readonly outcome: AcceptedSubmit<unknown>;
  readonly draft: TaskRow;
  readonly reservation: StoredReservation;
  readonly price: TaskPrice;
  readonly group: string;
  readonly channel: CatalogChannel;
  readonly plan: RoutePlan;
}

export interface KeptTask {
  readonly task: TaskRow;
  readonly isExisting: boolean;
}

/** How long storing is retried while the database is unavailable: the upstream is already working on the task. */
const PATIENCE_MS = 60_000;
const PAUSE_MAX_MS = 5000;

@Injectable()
export class TaskAcceptance {
  constructor(
    private readonly store: TaskStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly platforms: TaskPlatforms,
    private readonly costs: SupplierCosts,
    private readonly logger: Logger,
  ) {}

  /**
   * @throws AppError TASK_REFUSED when the upstream names a task of another user, TASK_STORE when the submission was
   *   given up in the meantime; errors of the database
   */
  async keep(work: AcceptedWork): Promise<KeptTask> {
    if (!isUsableId(work.outcome.upstreamId)) throw refused('the upstream answered with an id that cannot be used');
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.unitOfWork.run(manager => this.keepIn(manager, work));
      } catch (error) {
        if (error instanceof AppError && error.code !== 'DATABASE_BUSY') throw error;
        // Two submissions got the same id at the same moment: the second attempt finds the row of the first.
        const isRace = isUniqueViolation(error) && attempt === 0;
        if (!isRace && (isUniqueViolation(error) || performance.now() > deadline)) {
          this.logger.error(
            { err: error, requestId: work.submission.request.id },
            'an accepted task could not be stored',
          );
          throw error;
        }
        await pause(isRace ? 0 : Math.min(PAUSE_MAX_MS, 100 * 2 ** attempt));
      }
    }
  }

  private async keepIn(manager: EntityManager, work: AcceptedWork): Promise<KeptTask> {
    const { submission, outcome, draft, channel } = work;
    const { platform } = submission;
    const upstreamKey = upstreamKeyOf({ channelId: channel.id, platform, taskId: outcome.upstreamId });
    const known = upstreamKey === null ? null : await this.store.byUpstreamKey(manager, upstreamKey);
    if (known?.id === draft.id) return { task: known, isExisting: false }; // an earlier attempt did commit
    if (!known) {
      const task = await this.keepNew(manager, work, upstreamKey);
      if (submission.mayContinueParent && submission.parent) await this.closeDialog(manager, submission.parent.id);
      return { task, isExisting: false };
    }
    if (known.userId !== submission.caller.userId) throw refused('the upstream answered with a task of somebody else');
    if (submission.mayContinueParent && known.id === submission.parent?.id && known.isOpen) {
      return { task: await this.continueParent(manager, work, known), isExisting: false };
    }
    await this.store.remove(manager, draft.id);
    return { task: known, isExisting: true };
  }

  private async keepNew(manager: EntityManager, work: AcceptedWork, upstreamKey: string | null): Promise<TaskRow> {
    const { submission, outcome, draft, channel } = work;
    const nowMs = Date.now();
    const submitted = { ...draft, status: 'NOT_START' as const };
    const change = changeBy(submitted, outcome.report, nowMs) ?? { ...submitted };
    const acceptance = {
      status: change.status,
      progress: change.progress,
      startTimeMs: change.startTimeMs,
      finishTimeMs: change.finishTimeMs,
      failReason: change.failReason,
      data: change.data,
      channelId: channel.id,
      keyHash: channel.keyHash,
      taskId: outcome.upstreamId,
      code: outcome.code ?? 0,
      quota: outcome.isFree ? 0 : work.price.units,
      cost: this.costOf(work) ?? null,
      upstreamKey,
      // A failed task stays open here: the engine then ends it like every other one, and refunds what is charged here.
      isOpen: change.status !== 'SUCCESS',
      ...(change.status === 'FAILURE' && { status: 'SUBMITTED' as const, progress: '0%', finishTimeMs: 0 }),
      dueAtMs: nowMs + (this.platforms.of(submission.platform)?.pollEveryMs ?? 0),
    };
    if (!(await this.store.accept(manager, draft.id, acceptance))) throw new AppError('TASK_STORE');
    await this.charge(manager, work, draft.id);
    return { ...draft, ...acceptance };
  }

  /** Ends the task that waited for a dialog, once the dialog was submitted as a task of its own. */
  private async closeDialog(manager: EntityManager, id: number): Promise<void> {
    if ((await this.store.inUnit(manager, id))?.status !== 'MODAL') return;
    await this.store.finish(manager, id, { status: 'SUCCESS', progress: '100%', finishTimeMs: Date.now() });
  }

  private async continueParent(manager: EntityManager, work: AcceptedWork, parent: TaskRow): Promise<TaskRow> {
    const { submission, outcome, draft, price } = work;
    const { status } = outcome.report;
    const change = {
      action: submission.action,
      code: outcome.code ?? 0,
      status: isFinal(status) || status === 'UNKNOWN' ? ('SUBMITTED' as const) : status,
      progress: outcome.report.progress ?? '0%',
      properties: JSON.stringify({ ...(JSON.parse(parent.properties) as object), ...submission.properties }),
      dueAtMs: Date.now() + (this.platforms.of(submission.platform)?.pollEveryMs ?? 0),
      addedQuota: outcome.isFree ? 0 : price.units,
      addedCost: this.costOf(work) ?? null,
    };
    if (!(await this.store.carryOn(manager, parent.id, change))) throw refused('the task has ended');
    await this.store.remove(manager, draft.id);
    await this.charge(manager, work, parent.id);
    return (await this.store.inUnit(manager, parent.id)) ?? parent;
  }

  /** Units that the work costs at the supplier; undefined for free work, and where that is not known or not logged. */
  private costOf({ outcome, channel, price, submission }: AcceptedWork): number | undefined {
    if (outcome.isFree || !this.options.current.LogConsumeEnabled) return undefined;
    const [model = ''] = submission.models;
    const upstreamModel = channel.modelMapping?.get(model) ?? model;
    return this.costs.of(channel, {
      usage: { ...noUsage, ...price.receipt.usage },
      price: price.price,
      model,
      upstreamModel,
    });
  }

  /** Settles the reservation with the charge. Free work is not settled, so its reservation is voided. */
  private async charge(manager: EntityManager, work: AcceptedWork, taskId: number): Promise<void> {
    const { submission, outcome, reservation, price, group, channel, plan } = work;
    if (outcome.isFree) return;
    const { LogConsumeEnabled, DataExportEnabled } = this.options.current;
    const record = taskRecord({ submission, group, plan }, price, {
      taskId: outcome.upstreamId,
      isCountedHourly: DataExportEnabled,
      cost: this.costOf(work),
      planUnits: planUnitsOf(reservation.record, price.units),
    });
    const riders = LogConsumeEnabled ? [this.logs.rider(record)] : [];
    const settlement = { units: price.units, channelId: channel.id, riders };
    const charges = await this.ledger.settleWithin(manager, reservation.record, settlement);
    await this.store.addCharges(manager, taskId, charges);
  }
}

function refused(message: string): AppError {
  return new AppError('TASK_REFUSED', { params: { message } });
}
