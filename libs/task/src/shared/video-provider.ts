import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { type PriceChoice, type SubmitAttempt, type SubmitOutcome, type TaskRow } from '../engine/task-platform';
import { type PlatformId } from '../engine/task.entity';
import { type SubmissionResult } from './submission-result';

/** What every provider can be asked for, in the words of none. */
export interface VideoOptions {
  readonly model: string;
  readonly prompt: string;
  /** An address or a data address; empty for none. */
  readonly image: string;
  /** Null leaves the length to the provider's usual one. */
  readonly seconds: number | null;
  readonly size: FrameSize | null;
  /** Fields in the provider's own words, laid over everything else. */
  readonly metadata: JsonObject;
}

/** Pixels, or the parts of a ratio such as 16:9. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly isRatio: boolean;
}

/** One provider's work, ready to be submitted. */
export interface VideoWork {
  readonly action: string;
  readonly models: readonly string[];
  readonly prices: readonly PriceChoice[];
  readonly accepts: (channel: CatalogChannel) => boolean;
  readonly parent: TaskRow | null;
  readonly hookUrl: string;
  /** Stored with the task; `seconds` and `size` are what the OpenAI form says of it. */
  readonly properties: JsonObject;
  /** What could not be said in the provider's words. */
  readonly dropped: readonly string[];
  readonly send: (attempt: SubmitAttempt) => Promise<SubmitOutcome<SubmissionResult>>;
}

/** Where the results of a task lie; empty when there is none. */
export interface VideoFacts {
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
  readonly expiresAtMs: number | null;
}

/** One kind of video upstream as the common forms use it. */
export interface VideoProvider {
  readonly id: PlatformId;
  /** @throws AppError TASK_FIELD when the provider cannot do it */
  workFor(options: VideoOptions): VideoWork;
  factsOf(row: TaskRow): VideoFacts;
  /**
   * Of providers that name a file anew: where the result of a finished task lies now. Empty when they do not say.
   *
   * @param channel that made it
   */
  addressNow?(channel: CatalogChannel, row: TaskRow): Promise<string>;
}

/** Any server that the operator named may be one of these: the types that carry an address and a key. */
const VIDEO_CHANNEL_TYPES: ReadonlySet<number> = new Set([1, 8]);

/** OpenAI's own address, which is the empty one, has no other provider's videos. */
export function isProviderChannel({ type, baseUrl }: CatalogChannel): boolean {
  return VIDEO_CHANNEL_TYPES.has(type) && baseUrl !== '';
}
