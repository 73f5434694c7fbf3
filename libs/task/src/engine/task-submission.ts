import { ChannelHealth, type CatalogChannel, type CatalogTier } from '@channel';
import { randomText, ALPHANUMERIC, AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EventBus, Logger, UnitOfWork } from '@platform';
import { Admission, ErrorLog, Reservations, RoutePlanner, type PlannedAttempt, type RoutePlan } from '@relay';
import { hashOfSecret, newTask } from './new-task';
import { TaskAcceptance } from './task-acceptance';
import { TaskChannels } from './task-channels';
import { TaskEndings } from './task-endings';
import { TaskPrices } from './task-price';
import {
  type RefusedSubmit,
  type SubmitOrder,
  type SubmitOutcome,
  type SubmitResult,
  type TaskRow,
} from './task-platform';
import { refusalRecord } from './task-record';
import { failureOf } from './task-state';
import { TaskWords } from './task-words';
import { TaskStore } from './task.store';

/** Of the part of a callback address that nobody can guess. */
const SECRET_LENGTH = 40;
/** A reservation lives longer than any submission; whoever dies meanwhile has it given back at once by the sweep. */
const HOLD_LIFETIME_MS = 15 * 60_000;

/** The outcome of the last attempt, and where it was made. */
interface Asked<Answer> {
  readonly outcome: SubmitOutcome<Answer>;
  readonly channel: CatalogChannel;
}

/**
 * The whole journey of a submission: admitted, priced, held, written down, asked, and only when an upstream has accepted
 * it charged, in one transaction with its row. Whatever dies in between leaves no charge without a task.
 */
@Injectable()
export class TaskSubmission {
  constructor(
    private readonly admission: Admission,
    private readonly channels: TaskChannels,
    private readonly prices: TaskPrices,
    private readonly words: TaskWords,
    private readonly reservations: Reservations,
    private readonly routes: RoutePlanner,
    private readonly health: ChannelHealth,
    private readonly store: TaskStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly acceptance: TaskAcceptance,
    private readonly endings: TaskEndings,
    private readonly errors: ErrorLog,
    private readonly options: Options,
    private readonly events: EventBus,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError RELAY_*, TASK_*: nothing was charged */
  async submit<Answer>(order: SubmitOrder<Answer>): Promise<SubmitResult<Answer>> {
    const { caller, parent, request } = order;
    const admitted = this.admission.admitTask(caller, order.models, order.accepts);
    const tiers = parent ? onlyOn(this.channels.usableOf(parent)) : admitted.tiers;
    const { group } = admitted;
    const isPinned = admitted.isPinned || parent !== null;
    const price = this.prices.priceFor(order.prices, group, order.defaultPrice);
    await this.words.check(order.said ?? order.properties, { caller, request, model: order.models[0] ?? '' });
    await using reservation = await this.reservations.reserveUnits({
      id: request.id,
      caller,
      amount: price.units,
      price: price.price,
      lifetimeMs: HOLD_LIFETIME_MS,
    });
    const { draft, callbackUrl } = await this.writeDown(order);
    const plan = this.routes.plan({ tiers, isPinned, signs: null });
    try {
      const { outcome, channel } = await this.ask(order, plan, { isPinned, callbackUrl });
      if (outcome.kind === 'refused') {
        await this.close(draft, outcome, channel.id);
        this.errors.write(refusalRecord({ order, group, plan }, outcome.reason));
        return { outcome, task: null, isExisting: false };
      }
      const kept = await this.acceptance.keep({ order, outcome, draft, reservation, price, group, channel, plan });
      if (!kept.isExisting && !outcome.isFree) {
        this.events.publish('usage.settled', { userId: caller.userId, units: price.units });
      }
      if (!kept.isExisting && outcome.report.status === 'FAILURE') {
        await this.endings.apply([{ row: kept.task, report: outcome.report }]);
      }
      return { outcome, ...kept };
    } catch (error) {
      await this.giveUp(draft, error);
      throw error;
    }
  }

  private async writeDown(order: SubmitOrder<unknown>): Promise<{ draft: TaskRow; callbackUrl: string | null }> {
    const { ServerAddress } = this.options.current;
    const secret = randomText(SECRET_LENGTH, ALPHANUMERIC);
    const prefix = order.platform === 'mj' ? 'mj' : 'task';
    const callbackUrl = ServerAddress === '' ? null : `${ServerAddress}/${prefix}/notify/${secret}`;
    const task = newTask(order, callbackUrl === null ? null : hashOfSecret(secret));
    const draft = await this.unitOfWork.run(manager => this.store.insert(manager, task));
    return { draft, callbackUrl };
  }

  /** Tries channels while none can have accepted the work. */
  private async ask<Answer>(
    order: SubmitOrder<Answer>,
    plan: RoutePlan,
    { isPinned, callbackUrl }: { readonly isPinned: boolean; readonly callbackUrl: string | null },
  ): Promise<Asked<Answer>> {
    const retriesMax = isPinned ? 0 : this.options.current.RetryTimes;
    for (let asked = 0; ; asked++) {
      const planned = plan.next();
      if (!planned) throw new AppError('RELAY_MODEL_UNSERVED', { params: { model: order.models[0] ?? '', group: '' } });
      const outcome = await this.askOne(order, plan, planned, callbackUrl);
      const { channel } = planned;
      if (outcome.kind === 'accepted' || !outcome.mayRetry || asked >= retriesMax) return { outcome, channel };
    }
  }

  private async askOne<Answer>(
    order: SubmitOrder<Answer>,
    plan: RoutePlan,
    planned: PlannedAttempt,
    callbackUrl: string | null,
  ): Promise<SubmitOutcome<Answer>> {
    const { channel } = planned;
    let settle = () => plan.left(planned);
    try {
      const outcome = await order.send({ channel, callbackUrl });
      if (outcome.kind === 'accepted') settle = () => plan.served(planned);
      else {
        settle = () => plan.fail(planned, { kind: outcome.fault, retryAfterSeconds: null });
        if (outcome.shouldDisableChannel) this.disable(channel, outcome);
      }
      return outcome;
    } finally {
      settle();
    }
  }

  private disable({ id, keyHash }: CatalogChannel, { reason }: RefusedSubmit<unknown>): void {
    this.health
      .disableAfterFailure({ channelId: id, keyHash, reason })
      .catch((error: unknown) => this.logger.error({ err: error, channelId: id }, 'a channel could not be disabled'));
  }

  /** A task that nobody took stays in the list with the reason; it never cost anything. */
  private close(draft: TaskRow, { reason, code = 0 }: RefusedSubmit<unknown>, channelId: number): Promise<boolean> {
    const change = { ...failureOf(draft, reason, Date.now()), code, channelId };
    return this.unitOfWork.run(manager => this.store.finish(manager, draft.id, change));
  }

  private async giveUp(draft: TaskRow, error: unknown): Promise<void> {
    const reason = error instanceof AppError ? error.message : 'the submission failed';
    await this.unitOfWork
      .run(manager => this.store.finish(manager, draft.id, failureOf(draft, reason, Date.now())))
      // What is left open is closed by the next round, which finds no reservation for it.
      .catch((cause: unknown) => this.logger.warn({ err: cause, taskId: draft.id }, 'a task could not be closed'));
  }
}

/** A channel that work goes on at, with the key it began with. */
function onlyOn(channel: CatalogChannel): readonly CatalogTier[] {
  return [{ priority: channel.priority, channels: [{ ...channel, hasSeveralKeys: false }] }];
}
