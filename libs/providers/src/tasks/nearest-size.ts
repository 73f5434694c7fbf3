import { type FrameSize } from '../contract/video';

/** A size that a provider offers, in pixels. */
export type Frame = readonly [width: number, height: number];

/**
 * The offered size that is closest to the requested one: first by aspect ratio, then by area.
 *
 * @param usualPixels area for a requested size that is only a ratio
 */
export function nearestSize<Offered extends Frame>(
  { width, height, isRatio }: FrameSize,
  offered: readonly Offered[],
  usualPixels: number,
): Offered {
  const [form, area] = [Math.log(width / height), Math.log(isRatio ? usualPixels : width * height)];
  const distance = ([across, down]: Frame): number =>
    Math.abs(Math.log(across / down) - form) + Math.abs(Math.log(across * down) - area) / 2;
  return offered.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}
