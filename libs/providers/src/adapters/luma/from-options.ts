import { given } from '@kernel';
import { type FrameSize, type VideoOptions } from '../../contract/video';
import { lengthFor, ratioFor } from '../../tasks/fit-options';
import { refuseField } from '../../tasks/refuse-field';
import { readOfficialLuma } from './read-request';
import { type LumaRequest } from './request';

const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;
const LENGTHS = [5, 9];
const USUAL_SECONDS = 5;
/** Resolutions by their shorter side in pixels. */
const RESOLUTIONS = [
  [540, '540p'],
  [720, '720p'],
  [1080, '1080p'],
  [2160, '4k'],
] as const;

/** Converts video options to the provider's request. */
export function toLumaRequest({ model, prompt, image, seconds, size, metadata }: VideoOptions): LumaRequest {
  if (image !== '' && !/^https?:\/\//i.test(image)) {
    refuseField('this model takes an image only by an http or https address');
  }
  return readOfficialLuma(
    'video',
    given({
      model,
      prompt,
      duration: `${lengthFor(seconds, LENGTHS, USUAL_SECONDS)}s`,
      ...(size && { aspect_ratio: ratioFor(size, RATIOS), resolution: resolutionFor(size) }),
      ...(image !== '' && { keyframes: { frame0: { type: 'image', url: image } } }),
      ...metadata,
    }),
  );
}

/** The name of the resolution; empty when the size is only a ratio. */
function resolutionFor({ width, height, isRatio }: FrameSize): string {
  if (isRatio) return '';
  const side = Math.min(width, height);
  const [, name] = RESOLUTIONS.reduce((best, next) =>
    Math.abs(next[0] - side) < Math.abs(best[0] - side) ? next : best,
  );
  return name;
}
