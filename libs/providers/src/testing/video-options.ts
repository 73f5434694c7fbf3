import { type FrameSize, type VideoOptions } from '../contract/video';

/** Options of a request that has only a prompt. */
const PLAIN = { prompt: 'a boat', image: '', seconds: null, size: null, metadata: {} } as const;

/** Makes options for one model, each with its own differences. */
export function optionsFor(model: string) {
  return (fields: Partial<VideoOptions>): VideoOptions => ({ ...PLAIN, model, ...fields });
}

export function pixels(width: number, height: number): FrameSize {
  return { width, height, isRatio: false };
}
