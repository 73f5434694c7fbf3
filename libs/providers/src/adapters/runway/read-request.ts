import { given, isGiven, numberIn, objectIn, textIn, without, type JsonObject } from '@kernel';
import { refuseField } from '../../tasks/refuse-field';
import { runwayKinds, type RunwayKindName, type RunwayRequest } from './request';

const PROMPT_MAX = 1000;
const INLINE_IMAGE_MAX = 7 * 1024 * 1024; // 5 MB of image in base64
const USUAL_SECONDS = 5;
const USUAL_VEO_SECONDS = 8;
const SECONDS_MAX = 60;
/** The models of those kinds that have only one. */
const ONLY_MODELS: Partial<Readonly<Record<RunwayKindName, string>>> = {
  character_performance: 'act_two',
  video_upscale: 'upscale_v1',
};
const USUAL_PROXY_MODEL = 'gen3';

/**
 * Reads a body in the provider's own format.
 *
 * @throws AppError TASK_FIELD
 */
export function readRunwayApi(kind: RunwayKindName, fields: JsonObject): RunwayRequest {
  const { hasDuration, required } = runwayKinds[kind];
  const model = textIn(fields, 'model') || ONLY_MODELS[kind] || refuseField('model is required');
  for (const name of required) if (!isGiven(fields[name])) refuseField(`${name} is required`);
  const prompt = textIn(fields, 'promptText');
  if (prompt.length > PROMPT_MAX) refuseField(`promptText must have at most ${PROMPT_MAX} characters`);
  const { promptImage } = fields;
  if (typeof promptImage === 'string' && promptImage.length > INLINE_IMAGE_MAX) {
    refuseField('promptImage is too large; an image inside the call may have 5 MB');
  }
  // For some models the provider's default is ten seconds, which cost twice as much.
  const seconds = secondsOf(fields, 'duration') ?? (hasDuration ? usualSeconds(model) : null);
  return {
    form: 'api',
    kind,
    model,
    prompt,
    seconds,
    hookUrl: '',
    body: { ...given(without(fields, 'duration')), model, ...(seconds !== null && { duration: seconds }) },
  };
}

/** Models of the veo family support other lengths. */
export function usualSeconds(model: string): number {
  return model.startsWith('veo') ? USUAL_VEO_SECONDS : USUAL_SECONDS;
}

/**
 * Reads a body in the reverse proxies' format.
 *
 * @throws AppError TASK_FIELD
 */
export function readRunwayProxy(fields: JsonObject): RunwayRequest {
  const prompt = textIn(fields, 'prompt');
  const image = textIn(fields, 'image');
  if (prompt === '' && image === '') refuseField('prompt or image is required');
  const options = objectIn(fields, 'options');
  const seconds = secondsOf(options, 'seconds') ?? USUAL_SECONDS;
  if (seconds !== 5 && seconds !== 10) refuseField('options.seconds must be 5 or 10');
  const model = textIn(fields, 'model') || USUAL_PROXY_MODEL;
  return {
    form: 'proxy',
    kind: image === '' ? 'text_to_video' : 'image_to_video',
    model,
    prompt,
    seconds,
    hookUrl: textIn(fields, 'callback_url'),
    body: { ...given(without(fields, 'callback_url')), model, options: { ...options, seconds } },
  };
}

function secondsOf(fields: JsonObject, name: string): number | null {
  if (!isGiven(fields[name])) return null;
  const seconds = numberIn(fields, name);
  const isPossible = seconds !== null && Number.isInteger(seconds) && seconds >= 1 && seconds <= SECONDS_MAX;
  return isPossible ? seconds : refuseField(`${name} must be a whole number of seconds`);
}
