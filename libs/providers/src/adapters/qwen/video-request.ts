import { given, isGiven, objectIn, textIn, without, type JsonObject } from '@kernel';
import { type FrameSize, type VideoOptions } from '../../contract/video';
import { type AccountVideo } from '../../tasks/account-videos';
import { lengthFor, readSize } from '../../tasks/fit-options';
import { nearestSize } from '../../tasks/nearest-size';
import { refuseField } from '../../tasks/refuse-field';
import { secondsIn, sizedPrices } from '../../tasks/sized-prices';
import { takesImage, TIERS, wanFamily, type Tier, type WanFamily } from './video-models';

const USUAL_SECONDS = 5;
const USUAL_TIER: Tier = '720P';
/** The provider's fields under `input`; all others are under `parameters`. */
const INPUT_FIELDS: ReadonlySet<string> = new Set([
  'prompt',
  'negative_prompt',
  'img_url',
  'audio_url',
  'first_frame_url',
  'last_frame_url',
  'template',
]);

/**
 * Converts video options to the provider's request.
 *
 * @throws AppError TASK_FIELD
 */
export function toWanRequest(options: VideoOptions): AccountVideo {
  const { model, prompt, image, seconds, size, metadata } = options;
  const family = wanFamily(model);
  const own = ownWords(metadata);
  const input = { ...given({ prompt, img_url: image }), ...own.input };
  checkImage(model, input);
  const length = lengthFor(seconds, family.lengths, USUAL_SECONDS);
  const parameters = {
    ...sizeFields(model, size, family),
    // Models with one fixed length do not accept the field.
    ...(family.lengths.length > 1 && { duration: length }),
    ...own.parameters,
  };
  const made = madeSize(parameters);
  const madeSeconds = secondsIn(parameters, 'duration') ?? length;
  return {
    action: takesImage(model) ? 'IMAGE_TO_VIDEO' : 'TEXT_TO_VIDEO',
    body: { input, parameters },
    prices: sizedPrices({ model, size: made.tier, seconds: madeSeconds, baseSeconds: USUAL_SECONDS }),
    facts: { seconds: madeSeconds, ...(made.size && { size: made.size }) },
    dropped: [
      ...(takesImage(model) && size?.isRatio ? ['size'] : []),
      ...('model' in metadata ? ['metadata.model'] : []),
    ],
  };
}

/** Moves fields that were given at the top level under `input` or `parameters`. */
function ownWords(metadata: JsonObject): { readonly input: JsonObject; readonly parameters: JsonObject } {
  const flat = Object.entries(without(metadata, 'model', 'input', 'parameters'));
  const isInput = ([name]: readonly [string, unknown]): boolean => INPUT_FIELDS.has(name);
  return {
    input: { ...Object.fromEntries(flat.filter(isInput)), ...objectIn(metadata, 'input') },
    parameters: { ...Object.fromEntries(flat.filter(entry => !isInput(entry))), ...objectIn(metadata, 'parameters') },
  };
}

/** @throws AppError TASK_FIELD */
function checkImage(model: string, input: JsonObject): void {
  const hasImage = isGiven(input.img_url);
  if (takesImage(model) && !hasImage) refuseField('this model needs an image in input_reference');
  if (!takesImage(model) && hasImage) refuseField('this model makes no videos from an image; its sibling -i2v does');
  if (!hasImage && !isGiven(input.prompt)) refuseField('prompt is required');
}

/**
 * The size is always sent, because the provider's default is the most expensive one. An image decides the aspect ratio.
 */
function sizeFields(model: string, size: FrameSize | null, { tiers }: WanFamily): JsonObject {
  const usual = tiers.includes(USUAL_TIER) ? USUAL_TIER : (tiers.at(-1) ?? USUAL_TIER);
  const [width, height] = TIERS[usual][0];
  const wanted = size ?? { width, height, isRatio: false };
  const offered = tiers.flatMap(tier => TIERS[tier].map(frame => [...frame, tier] as const));
  if (!takesImage(model)) {
    const pool = wanted.isRatio ? offered.filter(([, , tier]) => tier === usual) : offered;
    return { size: nearestSize(wanted, pool.map(asFrame), width * height).join('*') };
  }
  if (wanted.isRatio) return { resolution: usual };
  const frame = nearestSize(wanted, offered.map(asFrame), width * height);
  return { resolution: tierOf(frame[0] * frame[1]) };
}

function asFrame([width, height]: readonly [number, number, Tier]): readonly [number, number] {
  return [width, height];
}

/** The size that is made, from whichever field set it. @throws AppError TASK_FIELD for a size that cannot be read */
function madeSize(parameters: JsonObject): { readonly tier: string; readonly size: string } {
  const resolution = textIn(parameters, 'resolution').toUpperCase();
  if (resolution !== '') return { tier: resolution, size: '' };
  const size = readSize(textIn(parameters, 'size'));
  return size
    ? { tier: tierOf(size.width * size.height), size: `${size.width}x${size.height}` }
    : { tier: '', size: '' };
}

/** The tier whose usual size is closest. */
function tierOf(pixels: number): Tier {
  const distance = (tier: Tier): number => Math.abs(Math.log((TIERS[tier][0][0] * TIERS[tier][0][1]) / pixels));
  return (Object.keys(TIERS) as Tier[]) // the keys of a table are its tiers
    .reduce((best, tier) => (distance(tier) < distance(best) ? tier : best));
}
