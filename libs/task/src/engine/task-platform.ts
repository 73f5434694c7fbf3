import { type CatalogChannel } from '@channel';
import { type ApiCaller } from '@token';
import { type PlatformId, type TaskEntity, type TaskState } from './task.entity';

/** A task as everybody but the engine sees it. */
export type TaskRow = Readonly<TaskEntity>;

/** What an upstream says of a task. Fields that it does not name stay as they are. */
export interface TaskReport {
  readonly status: Exclude<TaskState, ''>;
  /** "40%"; of a finished task always 100%. */
  readonly progress?: string;
  /** Unix milliseconds. */
  readonly startTimeMs?: number;
  readonly finishTimeMs?: number;
  /** Why it failed, in words the caller may read. */
  readonly failReason?: string;
  /** The upstream's own view, stored as JSON; without account data and secrets. */
  readonly data?: unknown;
}

/** The upstream could not be asked, or said nothing that can be used. The tasks are asked for again, later and later. */
export class PollFailure extends Error {}

/** One kind of upstream, for what happens to its tasks after they were accepted. */
export interface TaskPlatformPort {
  readonly id: PlatformId;
  /** As the rows of the log name its tasks: "drawing", "song", "video". */
  readonly noun: 'drawing' | 'song' | 'video';
  /** A task that has not ended this long after its submission fails, and what it cost is given back. */
  readonly limitMs: number;
  readonly pollEveryMs: number;
  /** Tasks in one question; 1 where the upstream is asked one by one. */
  readonly batchMax: number;
  /**
   * Asks a channel about tasks of its own. A task that the answer does not name is left out of the map: that is no end.
   *
   * @param channel with the key that the tasks were submitted with
   * @throws PollFailure when the answer cannot be used
   */
  poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>>;
  /** A callback's body as a report; null when it says nothing, and the upstream is asked instead. */
  readCallback?(body: unknown, task: TaskRow): TaskReport | null;
  /** What the caller's own hook is told: the task in the form the caller fetches it in. */
  hookBody?(task: TaskRow): unknown;
}

/** A name with a price, and how often it is charged. */
export interface PriceChoice {
  readonly model: string;
  /** 3.5 for a mode that costs 3.5 times as much. */
  readonly factor: number;
}

/** What a caller wants done. */
export interface SubmitOrder<Answer> {
  readonly caller: ApiCaller;
  readonly request: SubmitRequest;
  readonly platform: PlatformId;
  readonly action: string;
  /** Names under which channels list this work, best first. The first is the one that logs and key limits know. */
  readonly models: readonly string[];
  /** The first name that has a price of its own counts. */
  readonly prices: readonly PriceChoice[];
  /** Currency units when no name has a price; null refuses such work. */
  readonly defaultPrice: number | null;
  /** Which channels can do it at all; asked of the channel types. */
  readonly accepts: (channel: CatalogChannel) => boolean;
  /** The task this one goes on from: its channel and its key are used, and no other. */
  readonly parent: TaskRow | null;
  /** Of a dialog: when the upstream goes on under the parent's own id, that row is carried on. */
  readonly mayContinueParent?: boolean;
  /** What a person wrote, which the operator's list of words is held against; the properties when it is not given. */
  readonly said?: Readonly<Record<string, unknown>>;
  /** What the console shows of the request, stored as JSON. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Where the caller wants to hear of changes; null for nowhere. */
  readonly hookUrl: string | null;
  /**
   * Asks one channel, once.
   *
   * @throws nothing but faults of our own: what the upstream does wrong is an outcome
   */
  readonly send: (attempt: SubmitAttempt) => Promise<SubmitOutcome<Answer>>;
}

/** What the log tells of the call. */
export interface SubmitRequest {
  readonly id: string;
  readonly ip: string;
  readonly path: string;
  /** Monotonic start. */
  readonly startedAt: number;
}

export interface SubmitAttempt {
  /** With the one key that this attempt uses. */
  readonly channel: CatalogChannel;
  /** Where the upstream may report changes, with a secret of this task alone; null when the gateway's address is unknown. */
  readonly callbackUrl: string | null;
}

/** What came of asking one channel. `answer` is what the caller is told. */
export type SubmitOutcome<Answer> = AcceptedSubmit<Answer> | RefusedSubmit<Answer>;

export interface AcceptedSubmit<Answer> {
  readonly kind: 'accepted';
  readonly answer: Answer;
  /** The upstream's id; empty where the work is done already and has none. */
  readonly upstreamId: string;
  readonly report: TaskReport;
  readonly code?: number;
  /** Nothing is charged. */
  readonly isFree?: boolean;
}

export interface RefusedSubmit<Answer> {
  readonly kind: 'refused';
  readonly answer: Answer;
  /** For the log, the row and the operator; without secrets and addresses. */
  readonly reason: string;
  readonly code?: number;
  /** Whether another channel may be asked: only when this one certainly did not accept. */
  readonly mayRetry: boolean;
  /** Proves that the account is bad. */
  readonly shouldDisableChannel?: boolean;
  /** What is wrong with the channel, for the choice of the next one and the rest of its keys. */
  readonly fault: 'busy' | 'broken' | 'refused' | 'badRequest';
}

/** What became of an order. */
export interface SubmitResult<Answer> {
  readonly outcome: SubmitOutcome<Answer>;
  /** The row of an accepted task; of work that existed before, that row. */
  readonly task: TaskRow | null;
  /** The upstream named work that this caller had ordered before: nothing was charged. */
  readonly isExisting: boolean;
}
