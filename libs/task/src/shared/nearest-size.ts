import { type FrameSize } from './video-provider';

/** What a provider offers, in pixels. */
export type Frame = readonly [width: number, height: number];

/**
 * The offered size that looks most like the wanted one: first of all its form, then how large it is.
 *
 * @param usualPixels what a mere ratio is made in
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
