import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { type PriceChoice, type SubmitAttempt, type SubmitOutcome, type TaskRow } from '../engine/task-platform';
import { type PlatformId } from '../engine/task.entity';
import { type SubmissionResult } from './submission-result';

/** A video request, independent of the provider. */
export interface VideoOptions {
  readonly model: string;
  readonly prompt: string;
  /** An address or a data address; empty for none. */
  readonly image: string;
  /** Null means the provider's default length. */
  readonly seconds: number | null;
  readonly size: FrameSize | null;
  /** The provider's own fields, which win over all others. */
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
  /** Stored with the task; `seconds` and `size` are shown in the OpenAI format. */
  readonly properties: JsonObject;
  /** Names of dropped fields, which the provider's format does not have. */
  readonly dropped: readonly string[];
  readonly send: (attempt: SubmitAttempt) => Promise<SubmitOutcome<SubmissionResult>>;
}

/** Addresses of the results of a task; empty when there are none. */
export interface VideoFacts {
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
  readonly expiresAtMs: number | null;
}

/** One kind of video upstream, as the common routes use it. */
export interface VideoProvider {
  readonly id: PlatformId;
  /** @throws AppError TASK_FIELD when the provider cannot do it */
  workFor(options: VideoOptions): VideoWork;
  factsOf(row: TaskRow): VideoFacts;
  /**
   * The current address of the result of a finished task, for providers whose addresses change; empty when there is
   * none.
   *
   * @param channel the channel that made the result
   */
  addressNow?(channel: CatalogChannel, row: TaskRow): Promise<string>;
}

/** Channel types with an address and a key, behind which any video provider may be. */
const VIDEO_CHANNEL_TYPES: ReadonlySet<number> = new Set([1, 8]);

/** Whether a channel may offer this provider's videos. An empty address means OpenAI itself, which does not. */
export function isProviderChannel({ type, baseUrl }: CatalogChannel): boolean {
  return VIDEO_CHANNEL_TYPES.has(type) && baseUrl !== '';
}
