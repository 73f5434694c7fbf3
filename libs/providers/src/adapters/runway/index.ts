import { withoutTrailingSlash } from '@contracts';
import { listIn, textIn, without } from '@kernel';
import { type AcceptedTask, type SubmitTarget, type TaskUpstreamRequest, type TaskWork } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { type VideoFacts, type VideoProvider } from '../../contract/video';
import { isVideoChannel } from '../../tasks/video-channels';
import { runwayModels, runwayPrices } from './cost';
import { toRunwayRequest } from './from-options';
import { readRunwayApi } from './read-request';
import { runwayKinds, type RunwayForm, type RunwayRequest } from './request';
import { isUnknownTask, readRunwayResponse, readRunwayTask } from './response';

const API_VERSION = '2024-11-06';
/** A field that only resellers support. */
const SOLD_ON_FIELD = 'watermark';
/** Addresses are valid for one to two days; callers are given the shorter time. */
const LIFETIME_MS = 24 * 3_600_000;

/**
 * Videos of Runway: at the provider, at a gateway that resells its API, or at a reverse proxy of its site. Callbacks of
 * proxies have no documented format, so the upstream is polled instead.
 */
export const runway: VideoProvider<RunwayRequest> = {
  id: 'runway',
  noun: 'video',
  models: /^(runway|gen-?\d)/i,
  accepts: (channel, { form }) => isVideoChannel(channel) && (form === 'api' || !isProvider(channel)),
  requestFor(options) {
    const { kind, fields } = toRunwayRequest(options);
    return readRunwayApi(kind, fields);
  },
  workOf,
  submit: { build: submission, read: (response, { form }) => readRunwayResponse(response, form) },
  poll: {
    kind: 'one',
    build: pollRequest,
    isUnknown: ({ json }) => isUnknownTask(json),
    // Proxies do not know a new task for a moment.
    forgetfulMs: 2 * 60_000,
    read: ({ json }, task) => readRunwayTask(json, runwayFormOf(task)),
  },
  factsOf: runwayFacts,
};

function workOf(request: RunwayRequest): TaskWork {
  const { kind, form, prompt, seconds, model, hookUrl, body } = request;
  return {
    action: runwayKinds[kind].action,
    models: runwayModels(request),
    prices: runwayPrices(request),
    model,
    hookUrl,
    properties: { ...body, form, kind, prompt, ...(seconds !== null && { seconds }) },
    dropped: [],
  };
}

function submission(request: RunwayRequest, { channel, model, callbackUrl }: SubmitTarget): TaskUpstreamRequest {
  const { form, kind, body } = request;
  const isBare = form === 'api' && isProvider(channel);
  const dropped = isBare && SOLD_ON_FIELD in body ? [SOLD_ON_FIELD] : [];
  return {
    method: 'POST',
    url: form === 'api' ? `${apiRootOf(channel)}/${kind}` : `${baseOf(channel)}/runway/pro/generate`,
    headers: headersFor(channel, form),
    body: {
      ...without(body, ...dropped),
      model,
      ...(form === 'proxy' && callbackUrl !== null && { callback_url: callbackUrl }),
    },
    dropped,
  };
}

function pollRequest(task: AcceptedTask, channel: ChannelTarget): TaskUpstreamRequest {
  const form = runwayFormOf(task);
  const headers = headersFor(channel, form);
  return form === 'api'
    ? { headers, method: 'GET', url: `${apiRootOf(channel)}/tasks/${encodeURIComponent(task.taskId)}` }
    : { headers, method: 'POST', url: `${baseOf(channel)}/runway/feed`, body: { task_id: task.taskId } };
}

/** The format in which a task was submitted, which its upstream uses as well. */
export function runwayFormOf({ properties }: AcceptedTask): RunwayForm {
  return textIn(properties, 'form') === 'proxy' ? 'proxy' : 'api';
}

/** Addresses of the results, from a response in either format. */
function runwayFacts(task: AcceptedTask): VideoFacts {
  const { status, finishTimeMs, data } = task;
  return {
    videoUrl: textIn(data, 'video_url') || runwayOutputOf(task)[0] || '',
    thumbnailUrl: textIn(data, 'poster'),
    expiresAtMs: status === 'SUCCESS' && 'output' in data ? finishTimeMs + LIFETIME_MS : null,
  };
}

/** The addresses that the provider itself reports. */
export function runwayOutputOf({ data }: AcceptedTask): readonly string[] {
  return listIn(data, 'output').filter(url => typeof url === 'string');
}

function baseOf({ baseUrl }: Pick<ChannelTarget, 'baseUrl'>): string {
  return withoutTrailingSlash(baseUrl);
}

/** Whether the address is the provider's, or ends with its API version like the provider's. */
export function isProvider({ baseUrl }: Pick<ChannelTarget, 'baseUrl'>): boolean {
  return (
    /^https?:\/\/[^/]*\brunwayml\.com(?:[:/]|$)/i.test(baseUrl) ||
    /\/v1\/*$/.test(baseUrl.replace(/\/runwayml\/v1\/*$/, ''))
  );
}

/** The part of the address before the kind of a call. */
export function apiRootOf(channel: Pick<ChannelTarget, 'baseUrl'>): string {
  const base = withoutTrailingSlash(baseOf(channel).replace(/\/v1$/, ''));
  if (isProvider(channel) || base.endsWith('/runwayml')) return `${base}/v1`;
  return `${base}/runwayml/v1`;
}

/** The API version header, which the provider requires and other upstreams ignore. */
function headersFor({ key }: ChannelTarget, form: RunwayForm): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${key}`,
    ...(form === 'api' && { 'x-runway-version': API_VERSION }),
  };
}
