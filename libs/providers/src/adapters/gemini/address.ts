import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';

const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/;
/** The version with the newest features; the channel's extra field may name another one. */
const DEFAULT_VERSION = 'v1beta';

/**
 * The address up to and including the version, e.g. `https://generativelanguage.googleapis.com/v1beta`. A version typed
 * at the end of the channel's address is removed.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export function versionedAddress(target: ChannelTarget): string {
  const other = target.other.trim();
  const version = VERSION.test(other) ? other : DEFAULT_VERSION;
  return `${baseUrlOf(target).replace(/\/v\d+(?:alpha|beta)\d*$/, '')}/${version}`;
}

/** The model as a resource name of the provider: `models/…` or `tunedModels/…`. */
export function resourceOf(model: string): string {
  const [kind = '', ...rest] = model.split('/');
  const isNamed = (kind === 'models' || kind === 'tunedModels') && rest.length > 0;
  return isNamed ? `${kind}/${encodeURIComponent(rest.join('/'))}` : `models/${encodeURIComponent(model)}`;
}
