import { type JsonObject } from '@kernel';
import { type AcceptedTask, type TaskProvider, type TaskUpstreamRequest } from './task';
import { type ChannelTarget } from './upstream';

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

/** Addresses of the results of a task; empty when there are none. */
export interface VideoFacts {
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
  /** Unix milliseconds. */
  readonly expiresAtMs: number | null;
}

export type VideoVariant = 'video' | 'thumbnail' | 'spritesheet';

/** For a provider that serves the files itself, to the key of the channel. */
interface ContentCapability {
  build(task: AcceptedTask, variant: VideoVariant, channel: ChannelTarget): TaskUpstreamRequest;
}

/** For a provider that deletes finished videos. A video that it does not know any more counts as deleted. */
interface RemoveCapability {
  build(task: AcceptedTask, channel: ChannelTarget): TaskUpstreamRequest;
}

/** A provider of videos, as the routes that are common to all of them use it. */
export interface VideoProvider<Request = unknown> extends TaskProvider<Request> {
  readonly noun: 'video';
  /** Names of the models that it makes; null for the provider of all other names. */
  readonly models: RegExp | null;
  /** @throws AppError TASK_FIELD when the provider cannot do it */
  requestFor(options: VideoOptions): Request;
  factsOf(task: AcceptedTask): VideoFacts;
  /** Absent: the files are at the addresses that the provider reports. */
  readonly content?: ContentCapability;
  readonly remove?: RemoveCapability;
}
