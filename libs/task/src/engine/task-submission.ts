import { ChannelHealth, KIND_NAMES, type CatalogChannel, type CatalogTier } from '@channel';
import { randomText, ALPHANUMERIC, AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EventBus, Logger, UnitOfWork } from '@platform';
import { type RefusedSubmit, type SubmitOutcome } from '@providers';
import {
  Admission,
  ChannelPlaces,
  haveLimits,
  ErrorLog,
  LimitedCalls,
  Reservations,
  RoutePlanner,
  type AttemptEnding,
  type AttemptTrace,
  type Place,
} from '@relay';
import { failureOf } from '../store/task-state';
import { type TaskRow } from '../store/task.entity';
import { TaskStore } from '../store/task.store';
import { hashOfSecret, newTask } from './new-task';
import { TaskAcceptance } from './task-acceptance';
import { TaskChannels } from './task-channels';
import { TaskEndings } from './task-endings';
import { TaskModeration } from './task-moderation';
import { type SubmitAttempt, type SubmitRequest, type SubmitResult } from './task-platform';
import { TaskPrices } from './task-price';
import { refusalRecord } from './task-record';

/** Length of the secret in a callback address. */
const SECRET_LENGTH = 40;
/** A reservation lives longer than any submission. If its node dies, the sweep voids it without waiting for this. */
const RESERVATION_LIFETIME_MS = 15 * 60_000;

/** What was found out about a submission before anything was reserved. */
interface AdmittedTask extends Place {
  readonly price: ReturnType<TaskPrices['priceFor']>;
}

/**
 * Runs a submission: admission, price, reservation, a row, and the requests to channels. It is charged only after an
 * upstream accepted it, in one transaction with its row, so that a crash never leaves a charge without a task.
 */
@Injectable()
export class TaskSubmission {
  constructor(
    private readonly admission: Admission,
    private readonly channels: TaskChannels,
    private readonly prices: TaskPrices,
    private readonly moderation: TaskModeration,
    private readonly limited: LimitedCalls,
    private readonly places: ChannelPlaces,
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

  /** @throws AppError RELAY_*, TASK_*; nothing is charged then */
  async submit<Answer>(submission: SubmitRequest<Answer>): Promise<SubmitResult<Answer>> {
    const { caller, parent, request } = submission;
    const admitted = this.admission.admitTask(caller, submission.models, submission.accepts);
    const tiers = parent ? onlyOn(this.channels.usableOf(parent)) : admitted.tiers;
    const { group } = admitted;
    const isPinned = admitted.isPinned || parent !== null;
    const price = this.prices.priceFor(submission.prices, group, submission.defaultPrice);
    const [model = ''] = submission.models;
    await this.moderation.check(submission.said ?? submission.properties, { caller, request, model });
    const limited = { id: request.id, caller, group, model };
    const { userId, tokenId } = caller;
    request.trace?.asks({ operation: submission.action.toLowerCase(), model, isStream: false, userId, tokenId });
    return this.limited.within(limited, () => this.order(submission, { tiers, isPinned, group, price }));
  }

  /** Orders work that was admitted. */
  private async order<Answer>(
    submission: SubmitRequest<Answer>,
    { tiers, isPinned, group, price }: AdmittedTask,
  ): Promise<SubmitResult<Answer>> {
    const { caller, request } = submission;
    await using reservation = await this.reservations.reserveStored(
      { id: request.id, caller, amount: price.units, group, model: submission.models[0] ?? '' },
      RESERVATION_LIFETIME_MS,
    );
    const { draft, callbackUrl } = await this.writeDown(submission);
    const plan = this.routes.plan({ tiers, isPinned }, submission.models[0] ?? '', null);
    const places = haveLimits(tiers) ? this.placesOf(submission) : null;
    try {
      const tried = await plan.tryEach(channel => this.ask(submission, { channel, callbackUrl }, group), { places });
      if (!tried) throw unserved(submission);
      const { result: outcome, channel } = tried;
      if (outcome.kind === 'refused') {
        await this.close(draft, outcome, channel.id);
        this.errors.write(refusalRecord({ submission, group, plan }, outcome.reason));
        return { outcome, task: null, isExisting: false };
      }
      const kept = await this.acceptance.keep({ submission, outcome, draft, reservation, price, group, channel, plan });
      if (!kept.isExisting && !outcome.isFree) {
        request.trace?.charged(price.units, null);
        const settled = { userId: caller.userId, units: price.units, channelId: channel.id, usage: null };
        this.events.publish('usage.settled', { ...settled, model: submission.models[0] ?? '' });
      }
      if (!kept.isExisting && outcome.report.status === 'FAILURE') {
        await this.endings.apply([{ row: kept.task, report: outcome.report }]);
      }
      return { outcome, ...kept };
    } catch (error) {
      await this.giveUp(draft, error);
      throw error;
    } finally {
      places?.leave();
    }
  }

  /** The places of an order on channels with limits, as long as it is being placed; orders have no tokens. */
  private placesOf({ caller, request, models }: SubmitRequest<unknown>) {
    const { userId } = caller;
    return this.places.of({
      requestId: request.id,
      userId,
      model: models[0] ?? '',
      tokens: 0,
      onGone: () => undefined,
    });
  }

  private async writeDown(submission: SubmitRequest<unknown>): Promise<{ draft: TaskRow; callbackUrl: string | null }> {
    const { ServerAddress } = this.options.current;
    const secret = randomText(SECRET_LENGTH, ALPHANUMERIC);
    const prefix = submission.platform === 'mj' ? 'mj' : 'task';
    const callbackUrl = ServerAddress === '' ? null : `${ServerAddress}/${prefix}/notify/${secret}`;
    const task = newTask(submission, callbackUrl === null ? null : hashOfSecret(secret));
    const draft = await this.unitOfWork.run(manager => this.store.insert(manager, task));
    return { draft, callbackUrl };
  }

  /** Asks one channel; another one may be asked only when this one certainly did not accept the work. */
  private async ask<Answer>(
    submission: SubmitRequest<Answer>,
    attempt: Omit<SubmitAttempt, 'trace'>,
    group: string,
  ): Promise<AttemptEnding<SubmitOutcome<Answer>>> {
    const trace = attemptTraceOf(submission, attempt.channel, group);
    const outcome = await submission.send({ ...attempt, trace });
    if (outcome.kind === 'accepted') {
      trace?.delivered({ ending: 'completed', firstTokenAt: null });
      return { kind: 'served', result: outcome };
    }
    trace?.failed(KIND_NAMES[outcome.failureKind], null);
    if (outcome.shouldDisableChannel) this.disable(attempt.channel, outcome);
    const failure = { kind: outcome.failureKind, retryAfterSeconds: null };
    return { kind: 'failed', result: outcome, failure, mayRetry: outcome.mayRetry };
  }

  private disable({ id, keyHash }: CatalogChannel, { reason }: RefusedSubmit<unknown>): void {
    this.health
      .disableAfterFailure({ channelId: id, keyHash, reason })
      .catch((error: unknown) => this.logger.error({ err: error, channelId: id }, 'a channel could not be disabled'));
  }

  /** Ends a task that no channel accepted. It stays in the list with the reason, and nothing was charged. */
  private close(draft: TaskRow, { reason, code = 0 }: RefusedSubmit<unknown>, channelId: number): Promise<boolean> {
    const change = { ...failureOf(draft, reason, Date.now()), code, channelId };
    return this.unitOfWork.run(manager => this.store.finish(manager, draft.id, change));
  }

  private async giveUp(draft: TaskRow, error: unknown): Promise<void> {
    const reason = error instanceof AppError ? error.message : 'the submission failed';
    await this.unitOfWork
      .run(manager => this.store.finish(manager, draft.id, failureOf(draft, reason, Date.now())))
      // A row that stays open is closed by the next round, which finds no reservation for it.
      .catch((cause: unknown) => this.logger.warn({ err: cause, taskId: draft.id }, 'a task could not be closed'));
  }
}

function attemptTraceOf(
  { request: { trace }, platform, models }: SubmitRequest<unknown>,
  { id: channelId }: CatalogChannel,
  group: string,
): AttemptTrace | null {
  return trace?.attempt({ channelId, group, provider: platform, model: models[0] ?? '' }) ?? null;
}

function unserved({ models }: SubmitRequest<unknown>): AppError {
  return new AppError('RELAY_MODEL_UNSERVED', { params: { model: models[0] ?? '', group: '' } });
}

/** A route plan with a single channel: the one that continues the parent, with the parent's key. */
function onlyOn(channel: CatalogChannel): readonly CatalogTier[] {
  return [{ priority: channel.priority, channels: [{ ...channel, hasSeveralKeys: false }] }];
}
