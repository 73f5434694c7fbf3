import { withoutTrailingSlash, type TaskAction } from '@contracts';
import { CallRefusal } from '@formats';
import { firstText, isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitTarget, type TaskUpstreamRequest, type TaskWork } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { type VideoFacts, type VideoProvider } from '../../contract/video';
import { isVideoChannel } from '../../tasks/video-channels';
import { lumaModels, lumaPrices } from './cost';
import { toLumaRequest } from './from-options';
import { type LumaForm, type LumaRequest } from './request';
import { lumaReport, readLumaResponse, readLumaTask } from './response';
import { lackOfProxy, lumaBody } from './write-request';

/** Videos and images of Luma, at the provider or at a reverse proxy, which the channel's address decides. */
export const luma: VideoProvider<LumaRequest> = {
  id: 'luma',
  noun: 'video',
  models: /^(luma|ray-)/i,
  accepts: isVideoChannel,
  requestFor: toLumaRequest,
  workOf,
  submit: { build: submission, read: readLumaResponse },
  poll: {
    kind: 'one',
    build: ({ taskId }, channel) => ({
      method: 'GET',
      url: `${generationsOf(channel)}/${encodeURIComponent(taskId)}`,
      headers: headersOf(channel),
    }),
    read: ({ json }) => readLumaTask(json),
  },
  readCallback: (body, { taskId }) => (isJsonObject(body) && textIn(body, 'id') === taskId ? lumaReport(body) : null),
  factsOf: ({ data }) => lumaFacts(data),
};

function workOf(request: LumaRequest): TaskWork {
  const { kind, form, prompt, model, aspectRatio, resolution, seconds, first, last, hookUrl, extra } = request;
  return {
    action: actionOf(request),
    models: lumaModels(request),
    prices: lumaPrices(request),
    model,
    hookUrl,
    properties: {
      ...extra,
      form,
      kind,
      prompt,
      ...(model && { model }),
      ...(aspectRatio && { aspect_ratio: aspectRatio }),
      ...(resolution && { resolution }),
      ...(seconds !== null && { seconds }),
      ...(first && { first_frame: first.taskId || first.url }),
      ...(last && { last_frame: last.taskId || last.url }),
    },
    dropped: [],
  };
}

/** @throws CallRefusal for work that a proxy does not offer */
function submission(request: LumaRequest, { channel, model, callbackUrl }: SubmitTarget): TaskUpstreamRequest {
  const form = formOf(channel);
  const lack = form === 'proxy' ? lackOfProxy(request) : null;
  if (lack !== null) throw new CallRefusal(lack);
  const { body, dropped } = lumaBody(request, { form, model: model || defaultModel(form), callbackUrl });
  return { method: 'POST', url: addressOf(channel, request), headers: headersOf(channel), body, dropped };
}

/** Addresses of the results, from a response in either format. */
function lumaFacts(data: JsonObject): VideoFacts {
  const assets = objectIn(data, 'assets');
  const own = objectIn(data, 'video');
  return {
    videoUrl:
      textIn(assets, 'video') || firstText(own, 'download_url', 'url') || textIn(objectIn(data, 'video_raw'), 'url'),
    thumbnailUrl: textIn(assets, 'image') || textIn(objectIn(data, 'thumbnail'), 'url'),
    expiresAtMs: null,
  };
}

function actionOf({ kind, first, last }: LumaRequest): TaskAction {
  if (kind === 'image') return 'PICTURE';
  if (first?.taskId || last?.taskId) return 'EXTEND_VIDEO';
  return first === null && last === null ? 'TEXT_TO_VIDEO' : 'IMAGE_TO_VIDEO';
}

function headersOf({ key }: ChannelTarget): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

/** An address below `/dream-machine` is the provider's API on any host; every other address is a reverse proxy. */
export function formOf({ baseUrl }: Pick<ChannelTarget, 'baseUrl'>): LumaForm {
  return /^https?:\/\/api\.lumalabs\.ai(?:[:/]|$)|\/dream-machine(?:\/|$)/i.test(baseUrl) ? 'official' : 'proxy';
}

export function generationsOf(channel: Pick<ChannelTarget, 'baseUrl'>): string {
  const base = withoutTrailingSlash(withoutTrailingSlash(channel.baseUrl).replace(/\/v1$/, ''));
  if (formOf(channel) === 'proxy') return `${base}/luma/generations`;
  return `${base.endsWith('/dream-machine') ? base : `${base}/dream-machine`}/v1/generations`;
}

function addressOf(channel: ChannelTarget, { kind, first }: LumaRequest): string {
  const generations = generationsOf(channel);
  if (formOf(channel) === 'official') return kind === 'image' ? `${generations}/image` : generations;
  return first?.taskId ? `${generations}/${encodeURIComponent(first.taskId)}/extend` : `${generations}/`;
}

/** The default model for the provider, which requires one; proxies choose by themselves. */
function defaultModel(form: LumaForm): string {
  return form === 'official' ? 'ray-2' : '';
}
