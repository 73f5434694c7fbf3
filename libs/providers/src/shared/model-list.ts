import { asList, asText, at, parseJson } from '@formats';
import { type ModelListCapability } from '../contract/account';
import { type ChannelTarget, type UpstreamRequest } from '../contract/upstream';
import { baseUrlOf } from './base-url';
import { bearer, getRequest } from './requests';

/** No provider offers as many models; a longer list comes from a faulty upstream. */
const MODELS_MAX = 20_000;

/**
 * Reads the list of `GET …/models` of the OpenAI protocol.
 *
 * @param rootOf the address right before `/models`
 */
export function modelListAt(rootOf: (target: ChannelTarget) => string): ModelListCapability {
  return { buildRequest: target => getWithKey(`${rootOf(target)}/models`, target), read: readModelList };
}

/** The model list at the base address and `/v1`. */
export const MODEL_LIST: ModelListCapability = modelListAt(target => `${baseUrlOf(target)}/v1`);

/** A GET request that carries nothing but the channel's key. */
export function getWithKey(url: string, target: ChannelTarget): UpstreamRequest {
  return getRequest(url, bearer(target.key));
}

/** The names under `data[].id`, sorted, each once. */
export function readModelList(body: string): string[] {
  const names = asList(at(parseJson(body), 'data'))
    .slice(0, MODELS_MAX)
    .map(model => asText(at(model, 'id')).trim())
    .filter(name => name !== '');
  return [...new Set(names)].sort();
}
