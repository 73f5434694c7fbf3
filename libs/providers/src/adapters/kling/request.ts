import {
  firstText,
  given,
  isGiven,
  isJsonObject,
  listIn,
  numberIn,
  objectIn,
  textIn,
  without,
  type JsonObject,
} from '@kernel';
import { refuseField } from '../../tasks/refuse-field';
import { klingClasses, type KlingClassName } from './classes';

/** A caller's request to Kling. */
export interface KlingRequest {
  readonly className: KlingClassName;
  /** Empty for classes without a model. */
  readonly model: string;
  readonly mode: 'std' | 'pro';
  readonly seconds: number;
  readonly hasSound: boolean;
  /** Id of the caller's video that this one continues; empty for none. */
  readonly videoId: string;
  /** Task id of that video, where the caller names it. */
  readonly parentId: string;
  readonly hookUrl: string;
  /** The body for the upstream, without the caller's hook. */
  readonly body: JsonObject;
  /** Names of fields that this form has no place for. */
  readonly dropped: readonly string[];
}

const DEFAULT_MODEL = 'kling-v1';
const DEFAULT_SECONDS = 5;
/** Models of the third generation support every length in this range. */
const FREE_LENGTH = /^kling-v3/;
const PROMPT_MAX = 2500;

/**
 * Reads a submission in Kling's own form.
 *
 * @throws AppError TASK_FIELD
 */
export function readKlingRequest(className: KlingClassName, fields: JsonObject): KlingRequest {
  const { hasMode, hasDuration } = klingClasses[className];
  const model = modelOf(className, fields);
  // The fields that decide the price of an effect are inside `input`.
  const sold = isNested(className) ? objectIn(fields, 'input') : fields;
  const mode = hasMode ? modeOf(sold) : 'std';
  const seconds = hasDuration ? secondsOf(sold, model) : DEFAULT_SECONDS;
  checkContent(className, fields);
  const own = without(fields, 'model', 'model_name', 'callback_url', 'task_id', 'duration');
  return {
    className,
    model,
    mode,
    seconds,
    hasSound: textIn(fields, 'sound') === 'on',
    videoId: firstText(fields, 'video_id') || textIn(objectIn(fields, 'input'), 'video_id'),
    parentId: textIn(fields, 'task_id'),
    hookUrl: textIn(fields, 'callback_url'),
    body: withRawImages({
      ...(model !== '' && !isNested(className) && { model_name: model }),
      ...given(own),
      // Kling refuses a number here.
      ...(hasDuration && !isNested(className) && { duration: String(seconds) }),
      ...(isNested(className) && {
        input: { ...sold, ...('duration' in sold && { duration: String(sold.duration) }) },
      }),
    }) as JsonObject, // an object stays one
    dropped: [],
  };
}

/** Effects and lip movements have their model, if any, inside `input`. */
function isNested(className: KlingClassName): boolean {
  return className === 'effects' || className === 'lip-sync';
}

function modelOf(className: KlingClassName, fields: JsonObject): string {
  if (isNested(className)) return textIn(objectIn(fields, 'input'), 'model_name');
  const named = firstText(fields, 'model_name', 'model');
  if (named !== '') return named;
  return className === 'video-extend' || className === 'motion-control' ? '' : DEFAULT_MODEL;
}

function modeOf(fields: JsonObject): 'std' | 'pro' {
  const mode = textIn(fields, 'mode') || 'std';
  return mode === 'std' || mode === 'pro' ? mode : refuseField('mode must be std or pro');
}

function secondsOf(fields: JsonObject, model: string): number {
  if (!isGiven(fields.duration)) return DEFAULT_SECONDS;
  const seconds = numberIn(fields, 'duration');
  if (FREE_LENGTH.test(model)) {
    const isPossible = seconds !== null && Number.isInteger(seconds) && seconds >= 3 && seconds <= 15;
    return isPossible ? seconds : refuseField('duration must be from "3" to "15"');
  }
  return seconds === 5 || seconds === 10 ? seconds : refuseField('duration must be "5" or "10"');
}

function checkContent(className: KlingClassName, fields: JsonObject): void {
  for (const name of ['prompt', 'negative_prompt']) {
    if (textIn(fields, name).length > PROMPT_MAX) refuseField(`${name} must have at most ${PROMPT_MAX} characters`);
  }
  switch (className) {
    case 'text2video':
    case 'images': {
      const hasPrompt = textIn(fields, 'prompt') !== '' || listIn(fields, 'multi_prompt').length > 0;
      if (!hasPrompt) refuseField('prompt is required');
      return;
    }
    case 'image2video':
      if (firstText(fields, 'image', 'image_tail') === '') refuseField('image is required');
      return;
    case 'multi-image2video':
      if (listIn(fields, 'image_list').length === 0) refuseField('image_list is required');
      return;
    case 'video-extend':
      if (textIn(fields, 'video_id') === '') refuseField('video_id is required');
      return;
    case 'motion-control':
      if (textIn(fields, 'image_url') === '' || textIn(fields, 'video_url') === '') {
        refuseField('image_url and video_url are required');
      }
      return;
    case 'lip-sync':
    case 'effects':
      if (!isJsonObject(fields.input)) refuseField('input is required');
      return;
    case 'omni-video':
      return;
  }
}

/** Images are raw base64 at Kling: the beginning of a data address makes them unreadable there. */
function withRawImages(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^data:[^,]{0,200};base64,/, '');
  if (Array.isArray(value)) return value.map(withRawImages);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withRawImages(inner)]));
}
