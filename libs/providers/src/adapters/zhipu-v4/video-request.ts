import { given, textIn, without } from '@kernel';
import { type VideoOptions } from '../../contract/video';
import { type AccountVideo } from '../../tasks/account-videos';
import { lengthFor } from '../../tasks/fit-options';
import { nearestSize, type Frame } from '../../tasks/nearest-size';
import { refuseField } from '../../tasks/refuse-field';
import { secondsIn, sizedPrices } from '../../tasks/sized-prices';

/**
 * Sizes of the third generation, by "Generate video" of the provider's API reference, and of those before, by common
 * use.
 */
const SIZES: readonly Frame[] = [
  [1280, 720],
  [720, 1280],
  [1024, 1024],
  [1920, 1080],
  [1080, 1920],
  [2048, 1080],
  [3840, 2160],
];
const OLDER_SIZES: readonly Frame[] = [[720, 480], [1280, 960], [960, 1280], ...SIZES.slice(2)];
/** By default the provider makes the shorter side 1080 pixels. */
const USUAL_PIXELS = 1920 * 1080;
const LENGTHS = [5, 10];
const USUAL_SECONDS = 5;

/**
 * Converts video options to the provider's request.
 *
 * @throws AppError TASK_FIELD
 */
export function toCogvideoRequest({ model, prompt, image, seconds, size, metadata }: VideoOptions): AccountVideo {
  const offered = /^cogvideox(-2|-flash)?$/i.test(model) ? OLDER_SIZES : SIZES;
  const body = {
    ...given({
      prompt,
      image_url: image,
      size: size && nearestSize(size, offered, USUAL_PIXELS).join('x'),
      duration: seconds === null ? null : lengthFor(seconds, LENGTHS, USUAL_SECONDS),
    }),
    ...without(metadata, 'model'),
  };
  if (!('prompt' in body) && !('image_url' in body)) refuseField('prompt or image is required');
  const length = secondsIn(body, 'duration') ?? USUAL_SECONDS;
  const made = textIn(body, 'size');
  return {
    action: 'image_url' in body ? 'IMAGE_TO_VIDEO' : 'TEXT_TO_VIDEO',
    body,
    prices: sizedPrices({ model, size: made, seconds: length, baseSeconds: USUAL_SECONDS }),
    facts: { seconds: length, ...(made && { size: made }) },
    dropped: 'model' in metadata ? ['metadata.model'] : [],
  };
}
