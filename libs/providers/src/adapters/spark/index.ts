import { withoutTrailingSlash } from '@contracts';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type UpstreamCall, type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { httpAddress } from '../../shared/base-url';
import { readNativeFailure } from '../../shared/native-error';
import { signedSocketUrl } from '../../shared/signing/signed-socket-url';
import { findSparkError, classifyError } from './errors';
import { sparkHttp, httpModel } from './http';
import { versionOf, type SparkVersion } from './models';
import { sparkBody } from './request';
import { sparkReading } from './response';

const SOCKET_HOST = 'spark-api.xf-yun.com';

/**
 * Type 18: iFlytek Spark. A key of three parts selects the socket; a key without `|` is the password of the HTTP API.
 */
export const spark: ProviderAdapter = {
  id: 'spark',
  channelTypes: [18],
  endpoints: ['chat'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    if (isPassword(target)) {
      return sparkHttp.buildRequest({ ...call, model: httpModel(call.model, target.other) }, target);
    }
    return socketRequest(call, target);
  },
  sign(request, target, nowMs) {
    if (isPassword(target)) return request;
    const { apiKey, apiSecret } = keyOf(target);
    return { ...request, url: signedSocketUrl(request.url, { apiKey, apiSecret, nowMs }) };
  },
  readFailure: (response, target) => readNativeFailure(response, { find: findSparkError, classifyError }, target),
};

function socketRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const { appId } = keyOf(target);
  const version = versionOf(call.model, target.other);
  return {
    method: 'WEBSOCKET',
    url: socketAddress(target, version),
    headers: {},
    body: Buffer.from(JSON.stringify(sparkBody(call, { appId, version }))),
    answer: sparkReading,
  };
}

function isPassword({ key }: ChannelTarget): boolean {
  return !key.includes('|');
}

/** Reads `APPID|APISecret|APIKey`; the secret stands in the middle. */
function keyOf(target: ChannelTarget): { readonly appId: string; readonly apiSecret: string; readonly apiKey: string } {
  const [appId, apiSecret, apiKey, ...rest] = target.key.split('|').map(part => part.trim());
  if (!appId || !apiSecret || !apiKey || rest.length > 0) {
    throw new ChannelAddressError(target.id, 'the key is not APPID|APISecret|APIKey');
  }
  return { appId, apiSecret, apiKey };
}

/** The operator's address may begin with http, https, ws or wss; a path in it is kept. */
function socketAddress(target: ChannelTarget, version: SparkVersion): string {
  const typed = withoutTrailingSlash(target.baseUrl);
  if (typed === '') return `wss://${version.host ?? SOCKET_HOST}${version.path}`;
  const base = new URL(httpAddress(typed.replace(/^ws(s?):/i, 'http$1:'), target));
  const scheme = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${base.host}${withoutTrailingSlash(base.pathname)}${version.path}`;
}
