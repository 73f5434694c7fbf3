import { channelTypeOf, withoutTrailingSlash } from '@contracts';
import { ChannelAddressError } from '../contract/channel-address-error';
import { type ChannelTarget } from '../contract/upstream';
import { perTarget } from './per-target';

/**
 * The address before `/v1/…`: the operator's or the type's default, without trailing slashes and without a trailing
 * `/v1` that the operator typed. A path prefix stays.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export const baseUrlOf = perTarget(target => {
  const address = withoutTrailingSlash(target.baseUrl) || (channelTypeOf(target.type)?.defaultBaseUrl ?? '');
  return withoutTrailingSlash(httpAddress(address, target).replace(/\/v1$/, ''));
});

/**
 * Returns the address unchanged when it is an absolute http or https address without credentials.
 *
 * @throws ChannelAddressError otherwise
 */
export function httpAddress(address: string, target: ChannelTarget): string {
  if (/^https?:\/\/[^\s/?#@]+(?:[/?#]|$)/i.test(address) && URL.canParse(address)) return address;
  throw new ChannelAddressError(target.id);
}
