import { given, type JsonObject } from '@kernel';
import { type LumaForm, type LumaFrame, type LumaRequest } from './request';

/** The body for the upstream, and the names of the fields that its format does not have. */
interface LumaBody {
  readonly body: JsonObject;
  readonly dropped: readonly string[];
}

interface LumaSending {
  readonly form: LumaForm;
  /** The upstream's name of the model. */
  readonly model: string;
  readonly callbackUrl: string | null;
}

/** Converts the request to the format of its upstream. */
export function lumaBody(request: LumaRequest, { form, model, callbackUrl }: LumaSending): LumaBody {
  const isOwn = request.form === form;
  const extra = isOwn ? request.extra : {};
  const foreign = isOwn ? [] : Object.keys(request.extra);
  if (form === 'official') {
    return {
      body: { ...officialBody(request, model), ...extra, ...(callbackUrl !== null && { callback_url: callbackUrl }) },
      dropped: [...foreign, ...(request.expandPrompt === null ? [] : ['expand_prompt'])],
    };
  }
  return {
    body: { ...proxyBody(request, model), ...extra, ...(callbackUrl !== null && { notify_hook: callbackUrl }) },
    dropped: foreign,
  };
}

function officialBody(request: LumaRequest, model: string): JsonObject {
  const { prompt, aspectRatio, resolution, seconds, loop, first, last } = request;
  const keyframes = { ...(first && { frame0: keyframe(first) }), ...(last && { frame1: keyframe(last) }) };
  return given({
    model,
    prompt,
    aspect_ratio: aspectRatio,
    resolution,
    duration: seconds === null ? '' : `${seconds}s`,
    loop,
    keyframes: Object.keys(keyframes).length === 0 ? null : keyframes,
  });
}

function proxyBody(request: LumaRequest, model: string): JsonObject {
  const { prompt, aspectRatio, resolution, seconds, loop, expandPrompt, first, last } = request;
  return given({
    model_name: model,
    user_prompt: prompt,
    expand_prompt: expandPrompt,
    aspect_ratio: aspectRatio,
    resolution,
    duration: seconds === null ? '' : `${seconds}s`,
    loop,
    image_url: first?.url,
    image_end_url: last?.url,
  });
}

function keyframe({ url, taskId }: LumaFrame): JsonObject {
  return taskId === '' ? { type: 'image', url } : { type: 'generation', id: taskId };
}

/** The reason why a proxy cannot do the work; null when it can. */
export function lackOfProxy({ kind, last, form, extra }: LumaRequest): string | null {
  if (kind === 'image') return 'images of this model are not offered here';
  if (last !== null && last.taskId !== '') return 'a video that ends in another video is not offered here';
  return form === 'official' && 'concepts' in extra ? 'concepts are not offered here' : null;
}
