import { given, type JsonObject } from '@kernel';
import { type VideoOptions } from '../../contract/video';
import { lengthFor, ratioFor } from '../../tasks/fit-options';
import { type KlingClassName } from './classes';

const RATIOS = ['16:9', '9:16', '1:1'] as const;
const LENGTHS = [5, 10];
const FREE_LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const USUAL_SECONDS = 5;

/** Converts video options to Kling's request. A video that begins with an image has the image's aspect ratio. */
export function toKlingRequest({ model, prompt, image, seconds, size, metadata }: VideoOptions): {
  readonly className: KlingClassName;
  readonly fields: JsonObject;
  readonly dropped: readonly string[];
} {
  const lengths = model.startsWith('kling-v3') ? FREE_LENGTHS : LENGTHS;
  const common = {
    model_name: model,
    prompt,
    duration: String(lengthFor(seconds, lengths, USUAL_SECONDS)),
  };
  if (image === '' && !('image' in metadata || 'image_tail' in metadata)) {
    const ratio = size && ratioFor(size, RATIOS);
    return { className: 'text2video', fields: given({ ...common, aspect_ratio: ratio, ...metadata }), dropped: [] };
  }
  const fields = given({ ...common, image, ...metadata });
  return { className: 'image2video', fields, dropped: size === null ? [] : ['size'] };
}
