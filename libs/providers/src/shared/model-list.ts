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

/** The names under `data[].id`, sorted, each once; some providers send the list itself, without `data`. */
export function readModelList(body: string): string[] {
  const answer = parseJson(body);
  const models = Array.isArray(answer) ? asList(answer) : asList(at(answer, 'data'));
  return modelNames(models.map(model => at(model, 'id')));
}

/** Names as a list of models shows them: sorted, each once, without those that are no text. */
export function modelNames(values: readonly unknown[]): string[] {
  const names = values
    .slice(0, MODELS_MAX)
    .map(value => asText(value).trim())
    .filter(name => name !== '');
  return [...new Set(names)].sort();
}

/**
 * An address with a query, of which empty values are left out.
 *
 * @param query for example the size of a page and the mark of the page, which is undefined for the first one
 */
export function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? url : `${url}?${new URLSearchParams(given).toString()}`;
}

/** The mark of the next page at a path of the response, or null where there is none. */
export function pageMarkAt(body: string, ...path: readonly string[]): string | null {
  return asText(at(parseJson(body), ...path)) || null;
}
