import { type Endpoint } from '@formats';
import { withoutTrailingSlash } from '@contracts';
import { isResponsesOnly } from '../openai/responses-models';
import { effortSuffix } from '../openai/models';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { httpAddress } from '../../shared/base-url';

/**
 * The ways to address a resource. `classic`: the deployment in the path and a dated version. `v1`: the deployment as
 * `model` in the body. `models`: the older path of resources that serve models of other providers.
 */
interface AzureResource {
  readonly kind: 'classic' | 'v1' | 'models';
  /** The address before `/openai` or `/models`, without a slash at its end. */
  readonly root: string;
  /** The `api-version` parameter; null when none is sent. */
  readonly version: string | null;
}

const DEFAULT_VERSION = '2023-06-01-preview';
const MODELS_VERSION = '2024-05-01-preview';
/** The first version that has the Responses API. */
const RESPONSES_VERSION = '2025-04-01-preview';
const BETA_REALTIME_VERSION = '2025-04-01-preview';
/** The last dated version in which a resource lists its deployments to the holder of its key. */
const DEPLOYMENTS_VERSION = '2022-12-01';

/** The provider's own hosts have no path before `/openai`; other hosts, such as proxies, may have one. */
const OWN_HOSTS = /\.(azure\.com|azure\.us|azure\.cn|microsoft\.com)$/i;

/** The last part of the path of each endpoint. */
const AZURE_TASKS: Partial<Readonly<Record<Endpoint, string>>> = {
  chat: 'chat/completions',
  completions: 'completions',
  embeddings: 'embeddings',
  imageGenerations: 'images/generations',
  imageEdits: 'images/edits',
  speech: 'audio/speech',
  transcriptions: 'audio/transcriptions',
  translations: 'audio/translations',
  realtime: 'realtime',
  responsesCompact: 'responses/compact',
};

/**
 * Reads the address and the extra field of a channel. Operators paste whole addresses, so everything behind the
 * resource is cut off unless it names the form of the address.
 *
 * @throws ChannelAddressError when there is no usable address; the type has no default
 */
export function resourceOf(target: ChannelTarget): AzureResource {
  const address = new URL(httpAddress(target.baseUrl.trim(), target));
  const path = withoutTrailingSlash(address.pathname);
  const version = target.other.trim().toLowerCase();
  const isNamed = version === 'v1' || version === 'preview' || version === 'latest';
  const prefix = OWN_HOSTS.test(address.hostname) ? '' : path.replace(/\/(openai|models)(\/.*)?$/s, '');
  const root = address.origin + prefix;
  if (isNamed || /\/openai\/v1(\/|$)/.test(path)) {
    return { kind: 'v1', root, version: version === 'preview' ? version : null };
  }
  if (/\/models(\/chat\/completions)?$/.test(path)) {
    return { kind: 'models', root, version: version || MODELS_VERSION };
  }
  return { kind: 'classic', root, version: version || DEFAULT_VERSION };
}

/** True when the version of a resource is this date or later; addresses without dates count as current. */
export function isSince({ kind, version }: AzureResource, date: string): boolean {
  return kind === 'v1' || (version ?? '').slice(0, 10) >= date;
}

/** The address of a call whose model is already the deployment's name. */
export function addressOf(call: UpstreamCall, target: ChannelTarget): string {
  const resource = resourceOf(target);
  const task = AZURE_TASKS[call.endpoint] ?? call.endpoint;
  if (call.endpoint === 'realtime') return realtimeAddress(call, resource);
  const query = (version: string | null): string =>
    version === null ? '' : `?api-version=${encodeURIComponent(version)}`;
  if (resource.kind === 'v1') return `${resource.root}/openai/v1/${task}${query(resource.version)}`;
  if (call.endpoint === 'responsesCompact') {
    const version = isSince(resource, RESPONSES_VERSION.slice(0, 10)) ? resource.version : RESPONSES_VERSION;
    return `${resource.root}/openai/${task}${query(version)}`;
  }
  if (resource.kind === 'models') return `${resource.root}/models/${task}${query(resource.version)}`;
  return `${resource.root}/openai/deployments/${encodeURIComponent(withoutEffort(call))}/${task}${query(resource.version)}`;
}

/**
 * The address of the list of deployments, which are the models that can be called. The list of models of newer versions
 * names what the region offers, whether it is deployed or not.
 */
export function deploymentsAddress(target: ChannelTarget): string {
  return `${resourceOf(target).root}/openai/deployments?api-version=${DEPLOYMENTS_VERSION}`;
}

/** The older realtime protocol has an address of its own; every other one uses the undated address. */
function realtimeAddress(call: UpstreamCall, { root, kind }: AzureResource): string {
  const deployment = encodeURIComponent(call.model);
  const isBeta = kind === 'classic' && (call.callerHeaders['openai-beta'] ?? '').includes('realtime=v1');
  return isBeta
    ? `${root}/openai/realtime?api-version=${BETA_REALTIME_VERSION}&deployment=${deployment}`
    : `${root}/openai/v1/realtime?model=${deployment}`;
}

/**
 * The deployment that serves a model. It has the model's name, except that the dot of `gpt-3.5` is left out, because
 * deployments could not have a dot in their names then. A name that the operator mapped is used as it is.
 */
export function deploymentOf({ model, requestedModel }: UpstreamCall): string {
  return model === requestedModel ? model.replace(/^gpt-3\.5/, 'gpt-35') : model;
}

/** `o3-mini-high` means the deployment o3-mini with high effort; a mapped name is not taken apart. */
function withoutEffort({ endpoint, model, requestedModel }: UpstreamCall): string {
  if (endpoint !== 'chat' || model !== requestedModel) return model;
  return effortSuffix(model)?.model ?? model;
}

/**
 * The model behind a deployment as far as names show it: the deployment's own name if it is a model's, otherwise the
 * requested name.
 */
export function modelBehind({ model, requestedModel }: UpstreamCall): string {
  return /^(gpt-|o\d|chatgpt-|codex-|computer-use|claude-)/.test(model) ? model : requestedModel;
}

export function needsResponses(call: UpstreamCall, target: ChannelTarget): boolean {
  return resourceOf(target).kind !== 'models' && isResponsesOnly(modelBehind(call));
}
