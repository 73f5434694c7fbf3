import { type FrameSize, type VideoOptions } from '../shared/video-provider';

/** What somebody who says no more than a sentence wants for. */
const PLAIN = { prompt: 'a boat', image: '', seconds: null, size: null, metadata: {} } as const;

/** Makes wants for one model, each with what is different about it. */
export function optionsFor(model: string) {
  return (fields: Partial<VideoOptions>): VideoOptions => ({ ...PLAIN, model, ...fields });
}

export function pixels(width: number, height: number): FrameSize {
  return { width, height, isRatio: false };
}
