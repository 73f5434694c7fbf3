import { type TaskAction, type TaskPlatform, type TaskStatus } from '@contracts';
import { type JsonObject } from '@kernel';
import { type AccessToken } from './account';
import { type ChannelTarget, type FailureKind } from './upstream';

/** The states of accepted work. MODAL, a dialog that waits, exists for image tasks only. */
export type AcceptedState = Exclude<TaskStatus, ''> | 'MODAL';

/** The state of a task as its upstream reports it. Absent fields do not change the row. */
export interface TaskReport {
  readonly status: AcceptedState;
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

/** A name with a price, and how often it is charged. */
export interface PriceChoice {
  readonly model: string;
  /** The price is multiplied by it: 3.5 for a mode that costs 3.5 times as much. */
  readonly factor: number;
  /** What a price per second is multiplied by: the length, times what its mode or size costs more; absent without a length. */
  readonly seconds?: number;
}

/** The operator's factors on the price of a video, by mode and by length in seconds. */
export interface VideoFactors {
  readonly mode: Readonly<Record<string, number>>;
  readonly durationSeconds: Readonly<Record<string, number>>;
}

/** What the engine sends. Header names are lower case. */
export interface TaskUpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A buffer is sent unchanged, any other value as JSON; absent for no body. */
  readonly body?: unknown;
  /** Names of fields of the caller's that this address has no place for. */
  readonly dropped?: readonly string[];
}

/** A response of the upstream, with any status. */
export interface TaskUpstreamResponse {
  readonly status: number;
  readonly text: string;
  /** The parsed text; undefined when it is not JSON. */
  readonly json: unknown;
}

/** The result of a submission for the caller: the provider's own body, and a message for every other format. */
export interface SubmissionResult {
  readonly status: number;
  readonly body: unknown;
  /** For a refusal: a machine-readable code and a sentence. */
  readonly code: string;
  readonly message: string;
  /** Names of dropped fields, which the upstream's format does not have. */
  readonly dropped: readonly string[];
}

/** The outcome of a submission to one channel. `answer` is the response for the caller. */
export type SubmitOutcome<Answer = SubmissionResult> = AcceptedSubmit<Answer> | RefusedSubmit<Answer>;

export interface AcceptedSubmit<Answer = SubmissionResult> {
  readonly kind: 'accepted';
  readonly answer: Answer;
  /** The upstream's id; empty where the work is already done and has no id. */
  readonly upstreamId: string;
  readonly report: TaskReport;
  readonly code?: number;
  /** Nothing is charged. */
  readonly isFree?: boolean;
}

export interface RefusedSubmit<Answer = SubmissionResult> {
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
  readonly failureKind: FailureKind;
}

/** Work that a provider has accepted, as far as the provider may know it. */
export interface AcceptedTask {
  /** The provider's id. */
  readonly taskId: string;
  /** The name that the caller used. */
  readonly modelName: string;
  /** Empty until a channel has accepted the work. */
  readonly status: AcceptedState | '';
  /** Unix milliseconds; 0 until it has ended. */
  readonly finishTimeMs: number;
  /** The properties of its {@link TaskWork}. */
  readonly properties: JsonObject;
  /** The data of the last report; an empty object when that was no object. */
  readonly data: JsonObject;
}

/** How a request is listed, priced and stored. */
export interface TaskWork {
  readonly action: TaskAction;
  /** Names under which channels list the work, best first. The first is the one that logs and key limits know. */
  readonly models: readonly string[];
  /** The first name that has a price of its own counts. */
  readonly prices: readonly PriceChoice[];
  /** The model's name in the request, which a channel may map to another one; empty when the request names none. */
  readonly model: string;
  /** The caller's address for notifications of changes; empty for none. It never goes to the provider. */
  readonly hookUrl: string;
  /** Stored with the task; of a video, `seconds` and `size` are shown in the OpenAI format. */
  readonly properties: JsonObject;
  /** Names of dropped fields, which the provider's format does not have. */
  readonly dropped: readonly string[];
}

/** Where one attempt of a submission goes. */
export interface SubmitTarget {
  readonly channel: ChannelTarget;
  /** The channel's name for the model of the work; empty when the request names none. */
  readonly model: string;
  /** The address to which the provider may report changes; null for none. */
  readonly callbackUrl: string | null;
}

interface SubmitCapability<Request> {
  /** Limit for the whole exchange, where the provider needs longer than others. */
  readonly timeoutMs?: number;
  /**
   * @throws ChannelAddressError when the channel's address or key cannot be used
   * @throws CallRefusal when this channel cannot do the work; another one may be able to
   */
  build(request: Request, target: SubmitTarget): TaskUpstreamRequest;
  /** @param channel its key and host are removed from messages */
  read(response: TaskUpstreamResponse, request: Request, channel: ChannelTarget): SubmitOutcome;
}

/** For a provider whose finished tasks only name a file, whose address expires and needs a second request. */
interface FileCapability {
  /**
   * The id of the file; empty while there is none.
   *
   * @param task the task object in the response to a poll, or in the stored data
   */
  idIn(task: unknown): string;
  /** @throws ChannelAddressError */
  build(fileId: string, channel: ChannelTarget): TaskUpstreamRequest;
  /** The task object together with the description of its file; unchanged when the response has none. */
  join(task: unknown, response: TaskUpstreamResponse): unknown;
}

/** A provider that is asked for one task at a time. */
export interface PollOne {
  readonly kind: 'one';
  /** @throws ChannelAddressError */
  build(task: AcceptedTask, channel: ChannelTarget): TaskUpstreamRequest;
  /** Whether the provider does not know the task, in addition to every response with status 404. */
  isUnknown?(response: TaskUpstreamResponse): boolean;
  /** A task that is unknown to the provider has failed only after this time; 5 minutes when absent. */
  readonly forgetfulMs?: number;
  /** The file is asked for together with the task, and again when its address has expired. */
  readonly file?: FileCapability;
  /** @returns null when the response has no usable state of the task */
  read(response: TaskUpstreamResponse, task: AcceptedTask): TaskReport | null;
}

/** A provider that is asked for many tasks in one request. */
export interface PollMany {
  readonly kind: 'many';
  build(taskIds: readonly string[], channel: ChannelTarget): TaskUpstreamRequest;
  /** @returns reports by the provider's ids; null when the response cannot be used */
  read(response: TaskUpstreamResponse): ReadonlyMap<string, TaskReport> | null;
}

/** For a provider whose key must be exchanged for a signed token; unlike `authorize`, without asking the provider. */
export interface TokenCapability {
  /**
   * @param nowMs Unix time in milliseconds
   * @returns the token and how long it may be used again; null for a key that is sent as it is
   */
  make(channel: ChannelTarget, nowMs: number): AccessToken | null;
  /** Whether the provider refused the token because of its times: a new one is made, and the request sent once more. */
  isStale(response: TaskUpstreamResponse): boolean;
}

/**
 * A provider of work that is submitted, polled and settled later. Its functions are pure: they build requests and read
 * responses. The engine alone sends them, knows the time, and applies limits.
 *
 * @typeParam Request what a caller wants, in the provider's own terms
 */
export interface TaskProvider<Request = unknown> {
  /** Stored with every task, and shown in the console. */
  readonly id: TaskPlatform;
  /** The word for its tasks in log rows. */
  readonly noun: 'song' | 'video';
  /** Whether a channel can do this work at all, judged by its type and address. */
  accepts(channel: ChannelTarget, request: Request): boolean;
  workOf(request: Request, factors: VideoFactors): TaskWork;
  readonly submit: SubmitCapability<Request>;
  readonly poll: PollOne | PollMany;
  /** Absent: the channel's key is sent as it is. The token comes as `accessToken` of the channel. */
  readonly token?: TokenCapability;
  /** A callback's body as a report; null when it cannot be used, and the provider is polled instead. */
  readCallback?(body: unknown, task: AcceptedTask): TaskReport | null;
}
