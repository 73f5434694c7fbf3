import { type CatalogChannel } from '@channel';
import { type ApiCaller } from '@token';
import { type PlatformId, type TaskEntity, type TaskState } from './task.entity';

/** A stored task, read-only. */
export type TaskRow = Readonly<TaskEntity>;

/** The state of a task as its upstream reports it. Absent fields do not change the row. */
export interface TaskReport {
  readonly status: Exclude<TaskState, ''>;
  /** For example "40%"; a finished task always has 100%. */
  readonly progress?: string;
  /** Unix milliseconds. */
  readonly startTimeMs?: number;
  readonly finishTimeMs?: number;
  /** Why the task failed, in a sentence that the caller may read. */
  readonly failReason?: string;
  /** The upstream's own view, stored as JSON; without account data and secrets. */
  readonly data?: unknown;
}

/** A poll got no usable response. The tasks are polled again, after growing pauses. */
export class PollFailure extends Error {}

/** One kind of upstream and how its accepted tasks are polled and reported. */
export interface TaskPlatformPort {
  readonly id: PlatformId;
  /** The word for its tasks in log rows. */
  readonly noun: 'drawing' | 'song' | 'video';
  /** A task that has not ended this long after its submission fails and is refunded. */
  readonly limitMs: number;
  readonly pollEveryMs: number;
  /** How many tasks one poll may name; 1 where each task is polled alone. */
  readonly batchMax: number;
  /**
   * Polls a channel for its own tasks. A task that the response does not name is absent from the map, which does not
   * end it.
   *
   * @param channel the channel, with the key that the tasks were submitted with
   * @throws PollFailure when the response cannot be used
   */
  poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>>;
  /** A callback's body as a report; null when it cannot be used, and the upstream is polled instead. */
  readCallback?(body: unknown, task: TaskRow): TaskReport | null;
  /** The body for the caller's own hook: the task in the form in which the caller fetches it. */
  hookBody?(task: TaskRow): unknown;
}

/** A name with a price, and how often it is charged. */
export interface PriceChoice {
  readonly model: string;
  /** The price is multiplied by it: 3.5 for a mode that costs 3.5 times as much. */
  readonly factor: number;
}

/** A task that a caller submits. */
export interface SubmitRequest<Answer> {
  readonly caller: ApiCaller;
  readonly request: CallFacts;
  readonly platform: PlatformId;
  readonly action: string;
  /** Names under which channels list this work, best first. The first is the one that logs and key limits know. */
  readonly models: readonly string[];
  /** The first name that has a price of its own counts. */
  readonly prices: readonly PriceChoice[];
  /** Price in currency units when no name has one; null refuses such work. */
  readonly defaultPrice: number | null;
  /** Whether a channel can do this work at all, judged by its type and address. */
  readonly accepts: (channel: CatalogChannel) => boolean;
  /** The task that this one continues. Only its channel and its key are used. */
  readonly parent: TaskRow | null;
  /** Set for a dialog: when the upstream continues under the parent's own id, the parent's row continues too. */
  readonly mayContinueParent?: boolean;
  /** The user's texts, which moderation checks; the properties when absent. */
  readonly said?: Readonly<Record<string, unknown>>;
  /** What the console shows of the request, stored as JSON. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** The caller's address for notifications of changes; null for none. */
  readonly hookUrl: string | null;
  /**
   * Sends the submission to one channel, once.
   *
   * @throws only errors of the gateway itself: a failure of the upstream is an outcome
   */
  readonly send: (attempt: SubmitAttempt) => Promise<SubmitOutcome<Answer>>;
}

/** The facts of a call that its log row needs. */
export interface CallFacts {
  readonly id: string;
  readonly ip: string;
  readonly path: string;
  /** Start of the call in milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

export interface SubmitAttempt {
  /** The channel, with the one key that this attempt uses. */
  readonly channel: CatalogChannel;
  /**
   * The address to which the upstream may report changes, with this task's own secret; null without `ServerAddress`.
   */
  readonly callbackUrl: string | null;
}

/** The outcome of a submission to one channel. `answer` is the response for the caller. */
export type SubmitOutcome<Answer> = AcceptedSubmit<Answer> | RefusedSubmit<Answer>;

export interface AcceptedSubmit<Answer> {
  readonly kind: 'accepted';
  readonly answer: Answer;
  /** The upstream's id; empty where the work is already done and has no id. */
  readonly upstreamId: string;
  readonly report: TaskReport;
  readonly code?: number;
  /** Nothing is charged. */
  readonly isFree?: boolean;
}

export interface RefusedSubmit<Answer> {
  readonly kind: 'refused';
  readonly answer: Answer;
  /** The reason for the log, the row and the operator, without secrets and addresses. */
  readonly reason: string;
  readonly code?: number;
  /** Whether another channel may be tried: only when this one certainly did not accept the work. */
  readonly mayRetry: boolean;
  /** Whether the refusal proves that the channel's key or account cannot be used. */
  readonly shouldDisableChannel?: boolean;
  /** The kind of failure, for the choice of the next channel and of the channel's other keys. */
  readonly fault: 'busy' | 'broken' | 'refused' | 'badRequest';
}

/** The result of a submission. */
export interface SubmitResult<Answer> {
  readonly outcome: SubmitOutcome<Answer>;
  /** The row of an accepted task, which may have existed before; null for a refused one. */
  readonly task: TaskRow | null;
  /** The upstream named a task that this caller had submitted before, so nothing was charged. */
  readonly isExisting: boolean;
}
