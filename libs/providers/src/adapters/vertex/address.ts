import { asText, isJsonObject, parseJson } from '@formats';
import { withoutTrailingSlash } from '@contracts';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { httpAddress } from '../../shared/base-url';
import { type VertexAccount } from './account';

const DEFAULT_REGION = 'us-central1';
const REGION = /^[a-z]+(?:-[a-z]+\d+)?$/;

interface ModelNames {
  /** The provider's model name, after mapping. */
  readonly model: string;
  /** The model name that the caller used. */
  readonly requestedModel: string;
}

/**
 * The region that serves a model. The channel's extra field holds one region for all models, or a JSON object of
 * regions by model with the key `default`.
 *
 * @throws ChannelAddressError for a word that cannot be a region, because it becomes part of a host name
 */
export function regionOf({ id, other }: ChannelTarget, { model, requestedModel }: ModelNames): string {
  const regions = parseJson(other);
  const named = (name: string): string =>
    isJsonObject(regions) && Object.hasOwn(regions, name) ? asText(regions[name]).trim() : '';
  const region = isJsonObject(regions) ? named(model) || named(requestedModel) || named('default') : other.trim();
  if (region === '') return DEFAULT_REGION;
  if (!REGION.test(region)) throw new ChannelAddressError(id, 'the region is none');
  return region;
}

/**
 * The address before `/publishers/…` and `/endpoints/…`: of the account's project in that region, or of the express
 * mode. Source: "Vertex AI API, service endpoints", read 2026-08.
 *
 * @throws ChannelAddressError when the operator's address is not an http or https address
 */
export function projectAddressOf(target: ChannelTarget, account: VertexAccount, region: string): string {
  const own = withoutTrailingSlash(target.baseUrl);
  const isExpress = account.kind === 'apiKey';
  const host = own === '' ? hostOf(isExpress ? 'global' : region) : httpAddress(own, target);
  if (isExpress) return `${host}/v1`;
  return `${host}/v1/projects/${encodeURIComponent(account.projectId)}/locations/${region}`;
}

/**
 * The address of the list of Google's models, which belongs to a host and not to a project.
 *
 * @throws ChannelAddressError when region or address of the channel cannot be used
 */
export function publisherModelsAddressOf(target: ChannelTarget): string {
  const own = withoutTrailingSlash(target.baseUrl);
  const host = own === '' ? hostOf(regionOf(target, { model: '', requestedModel: '' })) : httpAddress(own, target);
  return `${host}/v1beta1/publishers/google/models`;
}

function hostOf(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com';
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}
