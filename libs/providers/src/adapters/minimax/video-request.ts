import { given, isGiven, textIn, without, type JsonObject } from '@kernel';
import { type FrameSize, type VideoOptions } from '../../contract/video';
import { type AccountVideo } from '../../tasks/account-videos';
import { lengthFor } from '../../tasks/fit-options';
import { refuseField } from '../../tasks/refuse-field';
import { secondsIn, sizedPrices } from '../../tasks/sized-prices';

/**
 * By the shorter side. Sizes and lengths are those in use in 2026-11, not all of them found on the provider's pages:
 * what `metadata` says goes before them. The smallest is offered only where an image leads the video.
 */
const SIDES = { '512P': 512, '768P': 768, '1080P': 1080 } as const;
type Resolution = keyof typeof SIDES;
const USUAL_RESOLUTION: Resolution = '768P';
const LENGTHS = [6, 10];
const LARGE_LENGTHS = [6];
const USUAL_SECONDS = 6;
/** The callback field, which is removed so that the upstream never sees a caller's address. */
const HOOK_FIELD = 'callback_url';

/**
 * Converts video options to the provider's request.
 *
 * @throws AppError TASK_FIELD
 */
export function toHailuoRequest(options: VideoOptions): AccountVideo {
  const { model, prompt, image, size, metadata } = options;
  const body = {
    ...given({ prompt, ...imageFields(model, image), ...formatFields(options) }),
    ...without(metadata, 'model', HOOK_FIELD),
  };
  checkImage(model, body);
  const length = secondsIn(body, 'duration') ?? USUAL_SECONDS;
  const resolution = textIn(body, 'resolution').toUpperCase();
  return {
    action: hasImage(body) ? 'IMAGE_TO_VIDEO' : 'TEXT_TO_VIDEO',
    body,
    prices: sizedPrices({ model, size: resolution, seconds: length, baseSeconds: USUAL_SECONDS }),
    facts: { seconds: length },
    dropped: [
      ...(size && isUnsayable(options, size) ? ['size'] : []),
      ...['model', HOOK_FIELD].filter(name => name in metadata).map(name => `metadata.${name}`),
    ],
  };
}

/** Models of the first generation have one fixed length and size. */
function isFirst(model: string): boolean {
  return /^[tis]2v-01/i.test(model);
}

function imageFields(model: string, image: string): JsonObject {
  if (image === '') return {};
  if (/^t2v-01/i.test(model)) refuseField('this model makes no videos from an image');
  return /^s2v-01/i.test(model)
    ? { subject_reference: [{ type: 'character', image: [image] }] }
    : { first_frame_image: image };
}

function hasImage(body: JsonObject): boolean {
  return ['first_frame_image', 'last_frame_image', 'subject_reference'].some(name => isGiven(body[name]));
}

/** @throws AppError TASK_FIELD */
function checkImage(model: string, body: JsonObject): void {
  if (/^[is]2v-01|-fast$/i.test(model) && !hasImage(body)) refuseField('this model needs an image in input_reference');
  if (!hasImage(body) && !isGiven(body.prompt)) refuseField('prompt or image is required');
}

/** Size and length are always sent, because the provider's defaults would decide the cost. */
function formatFields({ model, image, seconds, size, metadata }: VideoOptions): JsonObject {
  if (isFirst(model)) {
    lengthFor(seconds, LARGE_LENGTHS, USUAL_SECONDS); // refuses anything longer than the only length
    return {};
  }
  const isSmallOffered = /hailuo-02/i.test(model) && image !== '';
  const resolution = textIn(metadata, 'resolution').toUpperCase() || resolutionFor(size, isSmallOffered);
  const lengths = resolution === '1080P' ? LARGE_LENGTHS : LENGTHS;
  return { resolution, duration: lengthFor(seconds, lengths, USUAL_SECONDS) };
}

function resolutionFor(size: FrameSize | null, isSmallOffered: boolean): Resolution {
  if (!size || size.isRatio) return USUAL_RESOLUTION;
  const side = Math.min(size.width, size.height);
  const offered: readonly Resolution[] = isSmallOffered ? ['512P', '768P', '1080P'] : ['768P', '1080P'];
  const distance = (name: Resolution): number => Math.abs(Math.log(SIDES[name] / side));
  return offered.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/** The aspect ratio follows the image; without an image, videos are 16:9. */
function isUnsayable({ model, image }: VideoOptions, { width, height, isRatio }: FrameSize): boolean {
  return isFirst(model) || isRatio || (image === '' && height >= width);
}
