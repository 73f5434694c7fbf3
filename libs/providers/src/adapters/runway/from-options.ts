import { given, type JsonObject } from '@kernel';
import { type VideoOptions } from '../../contract/video';
import { lengthFor, ratioFor } from '../../tasks/fit-options';
import { usualSeconds } from './read-request';
import { type RunwayKindName } from './request';

const GEN3_RATIOS = ['1280:768', '768:1280'] as const;
const GEN4_RATIOS = ['1280:720', '720:1280', '1104:832', '832:1104', '960:960', '1584:672'] as const;
const VEO_RATIOS = ['1280:720', '720:1280', '1080:1920', '1920:1080'] as const;
const GEN3_LENGTHS = [5, 10];
const GEN4_LENGTHS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const VEO_LENGTHS = [4, 6, 8];

interface Family {
  readonly ratios: readonly string[];
  readonly lengths: readonly number[];
}

function familyOf(model: string): Family {
  if (model.startsWith('gen3')) return { ratios: GEN3_RATIOS, lengths: GEN3_LENGTHS };
  if (model.startsWith('veo')) return { ratios: VEO_RATIOS, lengths: VEO_LENGTHS };
  return { ratios: GEN4_RATIOS, lengths: GEN4_LENGTHS };
}

/** Converts video options to the provider's request. */
export function toRunwayRequest({ model, prompt, image, seconds, size, metadata }: VideoOptions): {
  readonly kind: RunwayKindName;
  readonly fields: JsonObject;
} {
  const { ratios, lengths } = familyOf(model);
  const fields = given({
    model,
    promptText: prompt,
    promptImage: image,
    // The provider requires a ratio for every video.
    ratio: size ? ratioFor(size, ratios) : ratios[0],
    duration: lengthFor(seconds, lengths, usualSeconds(model)),
    ...metadata,
  });
  return { kind: 'promptImage' in fields ? 'image_to_video' : 'text_to_video', fields };
}
