import { withoutTrailingSlash } from '@contracts';
import { isJsonObject, listIn, objectIn, textIn, type JsonObject } from '@kernel';
import {
  type AcceptedTask,
  type SubmitTarget,
  type TaskUpstreamRequest,
  type TaskWork,
  type VideoFactors,
} from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { type VideoFacts, type VideoProvider } from '../../contract/video';
import { isVideoChannel } from '../../tasks/video-channels';
import { isKlingClass, klingClasses } from './classes';
import { klingModels, klingPrices } from './cost';
import { toKlingRequest } from './from-options';
import { readKlingRequest, type KlingRequest } from './request';
import { klingReport, readKlingResponse, readKlingTask } from './response';
import { klingTokens } from './token';

/** Videos and images of Kling, over any channel whose address is Kling's or a gateway's. */
export const kling: VideoProvider<KlingRequest> = {
  id: 'kling',
  noun: 'video',
  models: /^kling/i,
  accepts: isVideoChannel,
  requestFor(options) {
    const { className, fields, dropped } = toKlingRequest(options);
    return { ...readKlingRequest(className, fields), dropped };
  },
  workOf,
  submit: { build: submission, read: readKlingResponse },
  poll: { kind: 'one', build: pollRequest, read: ({ json }) => readKlingTask(json) },
  token: klingTokens,
  readCallback(body, { taskId }) {
    const isAboutIt = isJsonObject(body) && textIn(body, 'task_id') === taskId;
    return isAboutIt ? klingReport(body) : null;
  },
  factsOf: ({ data }) => klingFacts(data),
};

function workOf(request: KlingRequest, factors: VideoFactors): TaskWork {
  const { className, seconds, hookUrl, body, dropped } = request;
  return {
    action: klingClasses[className].action,
    models: klingModels(request),
    prices: klingPrices(request, factors),
    model: textIn(body, 'model_name'),
    hookUrl,
    properties: { class: className, seconds, ...body },
    dropped,
  };
}

function submission(
  { className, body }: KlingRequest,
  { channel, model, callbackUrl }: SubmitTarget,
): TaskUpstreamRequest {
  return {
    method: 'POST',
    url: addressOf(channel, klingClasses[className].path),
    headers: headersOf(channel),
    body: {
      ...body,
      ...(model !== '' && { model_name: model }),
      ...(callbackUrl !== null && { callback_url: callbackUrl }),
    },
  };
}

/** A task can be fetched only below the path it was submitted to. */
function pollRequest({ taskId, properties }: AcceptedTask, channel: ChannelTarget): TaskUpstreamRequest {
  const className = textIn(properties, 'class');
  const { path } = isKlingClass(className) ? klingClasses[className] : klingClasses.text2video;
  return {
    method: 'GET',
    url: addressOf(channel, `${path}/${encodeURIComponent(taskId)}`),
    headers: headersOf(channel),
  };
}

function klingFacts(data: JsonObject): VideoFacts {
  const result = objectIn(data, 'task_result');
  const [video = {}] = listIn(result, 'videos').filter(isJsonObject);
  return { videoUrl: textIn(video, 'url'), thumbnailUrl: '', expiresAtMs: null };
}

function headersOf({ key, accessToken }: ChannelTarget): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${accessToken ?? key.trim()}` };
}

/** Keys of other gateways begin with `sk-`; such gateways offer each provider's routes below its name. */
export function addressOf({ baseUrl, key }: Pick<ChannelTarget, 'baseUrl' | 'key'>, path: string): string {
  const base = withoutTrailingSlash(withoutTrailingSlash(baseUrl).replace(/\/v1$/, ''));
  const isGateway = key.startsWith('sk-') && !base.endsWith('/kling');
  return `${base}${isGateway ? '/kling' : ''}${path}`;
}
