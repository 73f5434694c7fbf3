import { given, isGiven, isJsonObject, listIn, objectIn, textIn, without, type JsonObject } from '@kernel';
import { refuseField } from '../../tasks/refuse-field';
import { type LumaFrame, type LumaRequest } from './request';

const PROMPT_LENGTH_MIN = 3;
const OFFICIAL_NAMES = [
  'model',
  'prompt',
  'aspect_ratio',
  'duration',
  'resolution',
  'loop',
  'keyframes',
  'callback_url',
  'generation_type',
];
const PROXY_NAMES = [
  'model_name',
  'model',
  'user_prompt',
  'prompt',
  'expand_prompt',
  'loop',
  'image_url',
  'image_end_url',
  'aspect_ratio',
  'resolution',
  'duration',
  'notify_hook',
];

/**
 * Reads a body in the provider's own format.
 *
 * @throws AppError TASK_FIELD
 */
export function readOfficialLuma(kind: LumaRequest['kind'], fields: JsonObject): LumaRequest {
  const frames = objectIn(fields, 'keyframes');
  const request: LumaRequest = {
    form: 'official',
    kind,
    model: textIn(fields, 'model') || refuseField('model is required'),
    prompt: textIn(fields, 'prompt'),
    aspectRatio: textIn(fields, 'aspect_ratio'),
    resolution: textIn(fields, 'resolution'),
    seconds: secondsOf(fields),
    loop: flagIn(fields, 'loop'),
    expandPrompt: null,
    first: frameOf(frames.frame0),
    last: frameOf(frames.frame1),
    hookUrl: textIn(fields, 'callback_url'),
    extra: given(without(fields, ...OFFICIAL_NAMES)),
  };
  const isBare = request.prompt === '' && request.first === null && request.last === null;
  if (isBare && kind === 'video') refuseField('prompt is required');
  if (request.prompt !== '' && request.prompt.length < PROMPT_LENGTH_MIN)
    refuseField('prompt must have at least 3 characters');
  refuseInlineImages(request);
  return request;
}

/**
 * Reads a body in the reverse proxies' format.
 *
 * @param parentId the video that is extended; empty for a new one
 * @throws AppError TASK_FIELD
 */
export function readProxyLuma(fields: JsonObject, parentId = ''): LumaRequest {
  const request: LumaRequest = {
    form: 'proxy',
    kind: 'video',
    model: textIn(fields, 'model_name') || textIn(fields, 'model'),
    prompt: textIn(fields, 'user_prompt') || textIn(fields, 'prompt') || refuseField('user_prompt is required'),
    aspectRatio: textIn(fields, 'aspect_ratio'),
    resolution: textIn(fields, 'resolution'),
    seconds: secondsOf(fields),
    loop: flagIn(fields, 'loop'),
    expandPrompt: flagIn(fields, 'expand_prompt'),
    first: parentId === '' ? imageAt(textIn(fields, 'image_url')) : { url: '', taskId: parentId },
    last: imageAt(textIn(fields, 'image_end_url')),
    hookUrl: textIn(fields, 'notify_hook'),
    extra: given(without(fields, ...PROXY_NAMES.filter(name => parentId === '' || name !== 'image_url'))),
  };
  refuseInlineImages(request);
  return request;
}

function imageAt(url: string): LumaFrame | null {
  return url === '' ? null : { url, taskId: '' };
}

function frameOf(frame: unknown): LumaFrame | null {
  if (!isJsonObject(frame)) return isGiven(frame) ? refuseField('a keyframe must be an object') : null;
  switch (textIn(frame, 'type')) {
    case 'image':
      return imageAt(textIn(frame, 'url')) ?? refuseField('the url of a keyframe is required');
    case 'generation':
      return { url: '', taskId: textIn(frame, 'id') || refuseField('the id of a keyframe is required') };
    default:
      return refuseField('the type of a keyframe must be image or generation');
  }
}

function secondsOf(fields: JsonObject): number | null {
  const text = textIn(fields, 'duration');
  if (text === '') return null;
  const [, seconds] = /^(\d{1,2})s?$/.exec(text) ?? [];
  return seconds === undefined ? refuseField('duration must be written like "5s"') : Number(seconds);
}

function flagIn(fields: JsonObject, name: string): boolean | null {
  const value = fields[name];
  if (!isGiven(value)) return null;
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : refuseField(`${name} must be true or false`);
}

/** Both formats take images by address only, never inside the body. */
function refuseInlineImages({ first, last, extra }: LumaRequest): void {
  const urls = [first?.url, last?.url, ...listIn(extra, 'image_ref').map(item => (isJsonObject(item) ? item.url : ''))];
  for (const url of urls) {
    if (typeof url === 'string' && url !== '' && !/^https?:\/\//i.test(url)) {
      refuseField('this provider takes images only by an http or https address');
    }
  }
}
