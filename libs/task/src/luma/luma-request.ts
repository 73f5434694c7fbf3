import { type JsonObject } from '@kernel';

/** The provider's own form, and the one in which reverse proxies sell it. */
export type LumaForm = 'official' | 'proxy';

/** A frame that a video begins or ends with: an image, or the caller's own video. */
export interface LumaFrame {
  readonly url: string;
  /** Id of a task; empty when the frame is an image. */
  readonly taskId: string;
}

/** What a caller wants of Luma, in the words of neither form. */
export interface LumaRequest {
  readonly form: LumaForm;
  readonly kind: 'video' | 'image';
  readonly model: string;
  readonly prompt: string;
  readonly aspectRatio: string;
  /** Such as 720p; empty for the usual one. */
  readonly resolution: string;
  /** Null for the usual length. */
  readonly seconds: number | null;
  readonly loop: boolean | null;
  readonly expandPrompt: boolean | null;
  readonly first: LumaFrame | null;
  readonly last: LumaFrame | null;
  readonly hookUrl: string;
  /** Fields that only the caller's own form knows, as they came. */
  readonly extra: JsonObject;
}
