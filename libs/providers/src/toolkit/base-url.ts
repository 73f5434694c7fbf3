import { type ChannelTarget } from '../spec/upstream';
import { ChannelAddressError } from '../spec/provider-adapter';

/**
 * The address before `/v1/…`: the operator's or the type's default, without trailing slashes and without a trailing
 * `/v1` that was typed out of habit. A path prefix stays.
 *
 * @throws ChannelAddressError unless it is http or https
 */
export function baseUrlOf(target: ChannelTarget, defaultBaseUrl: string): string {
  const typed = target.baseUrl.trim() || defaultBaseUrl;
  return trimSlashes(trimSlashes(httpAddress(typed, target)).replace(/\/v1$/, ''));
}

/**
 * The address as typed, once it is known to be an absolute http or https address.
 *
 * @throws ChannelAddressError otherwise
 */
export function httpAddress(address: string, target: ChannelTarget): string {
  if (!/^https?:\/\/[^\s/]/i.test(address) || !URL.canParse(address)) throw new ChannelAddressError(target.id);
  return address;
}

function trimSlashes(address: string): string {
  let end = address.length;
  while (end > 0 && address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
