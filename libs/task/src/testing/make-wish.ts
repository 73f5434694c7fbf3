import type { FrameSize, VideoWish } from '../shared/video-vendor';

/** What somebody who says no more than a sentence wishes for. */
const PLAIN = { prompt: 'a boat', image: '', seconds: null, size: null, metadata: {} } as const;

/** Makes wishes for one model, each with what is different about it. */
export const wishesFor =
  (model: string) =>
  (fields: Partial<VideoWish>): VideoWish => ({ ...PLAIN, model, ...fields });

export const pixels = (width: number, height: number): FrameSize => ({ width, height, isRatio: false });
