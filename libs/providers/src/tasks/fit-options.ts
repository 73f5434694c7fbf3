import { type FrameSize } from '../contract/video';
import { refuseField } from './refuse-field';

/**
 * The offered length for a requested one: the same or the next longer one.
 *
 * @param offered in seconds, ascending
 * @throws AppError TASK_FIELD when no offered length is long enough
 */
export function lengthFor(wanted: number | null, offered: readonly number[], usual: number): number {
  if (wanted === null) return usual;
  const length = offered.find(seconds => seconds >= wanted);
  return length ?? refuseField(`this model makes videos of at most ${offered.at(-1) ?? usual} seconds`);
}

/** The offered ratio that is closest to the requested one, such as 16:9 or 1280:720. */
export function ratioFor<Ratio extends string>({ width, height }: FrameSize, offered: readonly Ratio[]): Ratio {
  const wanted = Math.log(width / height);
  const distance = (ratio: string): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return offered.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** `1280x720`, or a ratio such as `16:9`; null for an empty text. @throws AppError TASK_FIELD */
export function readSize(text: string): FrameSize | null {
  if (text === '') return null;
  const [, across, separator, down] = /^(\d{1,5})\s*([x×*:])\s*(\d{1,5})$/i.exec(text) ?? [];
  const [width, height] = [Number(across), Number(down)];
  if (!(width > 0 && height > 0)) refuseField('size must be written like 1280x720');
  return { width, height, isRatio: separator === ':' };
}

export function sizeText(size: FrameSize | null): string {
  return size === null ? '' : `${size.width}${size.isRatio ? ':' : 'x'}${size.height}`;
}
