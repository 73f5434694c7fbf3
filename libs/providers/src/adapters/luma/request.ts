import { type JsonObject } from '@kernel';

/** The provider's own format, and the format of reverse proxies. */
export type LumaForm = 'official' | 'proxy';

/** A frame that a video begins or ends with: an image, or the caller's own video. */
export interface LumaFrame {
  readonly url: string;
  /** Id of a task; empty when the frame is an image. */
  readonly taskId: string;
}

/** A caller's request to Luma, independent of the format. */
export interface LumaRequest {
  readonly form: LumaForm;
  readonly kind: 'video' | 'image';
  readonly model: string;
  readonly prompt: string;
  readonly aspectRatio: string;
  /** For example 720p; empty for the default. */
  readonly resolution: string;
  /** Length in seconds; null for the default. */
  readonly seconds: number | null;
  readonly loop: boolean | null;
  readonly expandPrompt: boolean | null;
  readonly first: LumaFrame | null;
  readonly last: LumaFrame | null;
  readonly hookUrl: string;
  /** Fields that exist only in the caller's format, unchanged. */
  readonly extra: JsonObject;
}
