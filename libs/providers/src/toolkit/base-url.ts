import { channelTypeOf, withoutTrailingSlash } from '@contracts';
import { AppError } from '@kernel';
import { type ChannelTarget } from '../spec/upstream';

/**
 * The address before `/v1/…`: the operator's or the type's default, without trailing slashes and without a trailing
 * `/v1` that was typed out of habit. A path prefix stays.
 *
 * @throws AppError RELAY_CONVERT_FAILED unless it is an http or https address
 */
export function baseUrlOf(target: ChannelTarget): string {
  const address = withoutTrailingSlash(target.baseUrl) || (channelTypeOf(target.type)?.defaultBaseUrl ?? '');
  return withoutTrailingSlash(httpAddress(address, target).replace(/\/v1$/, ''));
}

/**
 * The address itself, once it is known to be an absolute http or https address without credentials in it.
 *
 * @throws AppError RELAY_CONVERT_FAILED otherwise; the details name the channel, not the address
 */
export function httpAddress(address: string, target: ChannelTarget): string {
  if (/^https?:\/\/[^\s/?#@]+(?:[/?#]|$)/i.test(address) && URL.canParse(address)) return address;
  throw new AppError('RELAY_CONVERT_FAILED', { details: { channelId: target.id, reason: 'no usable base address' } });
}
