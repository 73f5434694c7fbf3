import { channelTypeOf, withoutTrailingSlash } from '@contracts';
import { given, isJsonObject, numberIn, type JsonObject } from '@kernel';
import { type AcceptedTask, type TaskUpstreamRequest, type TaskWork } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { type VideoOptions, type VideoProvider } from '../../contract/video';
import { sizeText } from '../../tasks/fit-options';
import { writeForm, type Form } from '../../tasks/write-form';
import { readVideo, readVideoResponse } from './video-response';

/** A video, in the format of OpenAI's API. */
interface OpenAiVideo {
  readonly options: VideoOptions;
  /** The caller's body, which is passed on unchanged except for the model. */
  readonly body: JsonObject;
  /** The caller's form, which is passed on in place of the body; null for a call in JSON. */
  readonly form: Form | null;
  /** Id of the video of which this one is a new version; empty for none. */
  readonly remixOf: string;
}

/**
 * The default length, which a price is for. Twice the length costs twice as much, because OpenAI prices by the second.
 */
const BASE_SECONDS = 4;
const CHANNEL_TYPES: ReadonlySet<number> = new Set([1, 8]);

/** Videos at any upstream that offers OpenAI's own video API. Source: its API reference, "Videos", read 2026-08. */
export const openAiVideo: VideoProvider<OpenAiVideo> = {
  id: 'openai',
  noun: 'video',
  models: null,
  accepts: ({ type }) => CHANNEL_TYPES.has(type),
  requestFor(options) {
    const { model, prompt, image, seconds, size, metadata } = options;
    const body = given({
      model,
      prompt,
      ...(seconds !== null && { seconds: String(seconds) }),
      size: sizeText(size),
      ...(image !== '' && { input_reference: { image_url: image } }),
      ...metadata,
    });
    return { options, body, form: null, remixOf: '' };
  },
  workOf,
  submit: {
    build: ({ body, form, remixOf }, { channel, model }) => {
      if (remixOf !== '') return requestTo(channel, 'POST', `/${encodeURIComponent(remixOf)}/remix`, body);
      if (form === null) return requestTo(channel, 'POST', '', { ...body, model });
      const written = writeForm(form, { model });
      const request = requestTo(channel, 'POST', '', written.body);
      return { ...request, headers: { ...request.headers, 'content-type': written.type } };
    },
    read: readVideoResponse,
  },
  poll: {
    kind: 'one',
    build: ({ taskId }, channel) => requestTo(channel, 'GET', `/${encodeURIComponent(taskId)}`),
    read: ({ json }) => (isJsonObject(json) ? readVideo(json) : null),
  },
  factsOf: ({ data }) => ({ videoUrl: '', thumbnailUrl: '', expiresAtMs: expiryOf(data) }),
  content: {
    build: ({ taskId }, variant, channel) => ({
      method: 'GET',
      url: `${videosOf(channel)}/${encodeURIComponent(taskId)}/content${variant === 'video' ? '' : `?variant=${variant}`}`,
      headers: { authorization: `Bearer ${channel.key}` },
    }),
  },
  remove: { build: ({ taskId }, channel) => requestTo(channel, 'DELETE', `/${encodeURIComponent(taskId)}`) },
};

/** A new version of a video that the same account made. */
export function openAiRemix(parent: AcceptedTask, prompt: string): OpenAiVideo {
  // The length of the original request: a price never follows from what an upstream reports.
  const seconds = numberIn(parent.properties, 'seconds') ?? BASE_SECONDS;
  const options = { model: parent.modelName, prompt, image: '', seconds, size: null, metadata: {} };
  return { options, body: { prompt }, form: null, remixOf: parent.taskId };
}

function workOf({ options, body, remixOf }: OpenAiVideo): TaskWork {
  const { model, prompt, image, size } = options;
  const seconds = options.seconds ?? BASE_SECONDS;
  const work = {
    models: [model],
    prices: [{ model, factor: seconds / BASE_SECONDS, seconds }],
    hookUrl: '',
    dropped: [],
  };
  if (remixOf !== '') {
    const properties = { prompt, seconds, remixed_from_video_id: remixOf };
    return { ...work, action: 'OTHER_VIDEO', model: '', properties };
  }
  const action = image === '' ? 'TEXT_TO_VIDEO' : 'IMAGE_TO_VIDEO';
  return { ...work, action, model, properties: { prompt, seconds, size: sizeText(size), ...body } };
}

function requestTo(
  channel: ChannelTarget,
  method: TaskUpstreamRequest['method'],
  path: string,
  body?: unknown,
): TaskUpstreamRequest {
  const { key, organization } = channel;
  return {
    method,
    url: `${videosOf(channel)}${path}`,
    headers: { authorization: `Bearer ${key}`, ...(organization && { 'openai-organization': organization }) },
    ...(body !== undefined && { body }),
  };
}

/**
 * The base address for videos. A channel of type 8 has a complete address, of which the part before the task counts.
 */
function videosOf({ type, baseUrl }: ChannelTarget): string {
  const typed = withoutTrailingSlash(baseUrl) || (channelTypeOf(type)?.defaultBaseUrl ?? '');
  const base = typed.replace(/\/(chat\/completions|completions|responses|videos)$/, '');
  return /\/v\d+$/.test(base) ? `${base}/videos` : `${base}/v1/videos`;
}

/** The time until which the upstream says that it keeps the video, in Unix milliseconds. */
function expiryOf(data: JsonObject): number | null {
  const seconds = numberIn(data, 'expires_at');
  return seconds === null || seconds <= 0 ? null : seconds * 1000;
}
