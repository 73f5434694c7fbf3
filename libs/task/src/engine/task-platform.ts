import { type CatalogChannel } from '@channel';
import { type PriceChoice, type SubmitOutcome, type TaskReport } from '@providers';
import { type AttemptTrace } from '@relay';
import { type ApiCaller } from '@token';
import { type CallFacts } from '../http/task-router';
import { type PlatformId, type TaskRow } from '../store/task.entity';

/** A poll got no usable response. The tasks are polled again, after growing pauses. */
export class PollFailure extends Error {}

/** Limits of a platform that has no reason for others. */
export const USUAL_LIMITS = { limitMs: 3_600_000, pollEveryMs: 15_000, batchMax: 100 } as const;

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

export interface SubmitAttempt {
  /** The channel, with the one key that this attempt uses. */
  readonly channel: CatalogChannel;
  /**
   * The address to which the upstream may report changes, with this task's own secret; null without `ServerAddress`.
   */
  readonly callbackUrl: string | null;
  /** The span of the attempt; null where nothing is traced. */
  readonly trace: AttemptTrace | null;
}

/** The result of a submission. */
export interface SubmitResult<Answer> {
  readonly outcome: SubmitOutcome<Answer>;
  /** The row of an accepted task, which may have existed before; null for a refused one. */
  readonly task: TaskRow | null;
  /** The upstream named a task that this caller had submitted before, so nothing was charged. */
  readonly isExisting: boolean;
}

/**
 * Reports for tasks from one response about all of them.
 *
 * @param upstreamTasks the upstream's task objects by its ids; a row without one gets no report
 */
export function reportsOf<UpstreamTask>(
  tasks: readonly TaskRow[],
  upstreamTasks: ReadonlyMap<string, UpstreamTask>,
  read: (task: UpstreamTask) => TaskReport,
): ReadonlyMap<number, TaskReport> {
  return new Map(
    tasks.flatMap(row => {
      const task = upstreamTasks.get(row.taskId);
      return task === undefined ? [] : [[row.id, read(task)] as const];
    }),
  );
}
