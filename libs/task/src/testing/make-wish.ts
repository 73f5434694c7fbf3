import { type FrameSize, type VideoWish } from '../shared/video-vendor';

/** What somebody who says no more than a sentence wishes for. */
const PLAIN = { prompt: 'a boat', image: '', seconds: null, size: null, metadata: {} } as const;

/** Makes wishes for one model, each with what is different about it. */
export function wishesFor(model: string) {
  return (fields: Partial<VideoWish>): VideoWish => ({ ...PLAIN, model, ...fields });
}

export function pixels(width: number, height: number): FrameSize {
  return { width, height, isRatio: false };
}
