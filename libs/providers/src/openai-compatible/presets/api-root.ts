import { channelTypeOf, withoutTrailingSlash } from '@contracts';
import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf, httpAddress } from '../../shared/base-url';
import { quirksOf } from './presets';

/** Matches an address that ends in a version other than the first, e.g. `/api/v3`. */
const OTHER_VERSION = /\/v(?!1$)\d+(?:(?:beta|alpha)\d*)?$/;

/**
 * The address right before `/chat/completions`: usually the base address and `/v1`. It is the typed address where that
 * ends in another version or where the provider has no version.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export function apiRootOf(target: ChannelTarget): string {
  const typed = withoutTrailingSlash(target.baseUrl) || (channelTypeOf(target.type)?.defaultBaseUrl ?? '');
  const isWhole = OTHER_VERSION.test(typed) || quirksOf(target)?.hasNoVersion === true;
  return isWhole ? httpAddress(typed, target) : `${baseUrlOf(target)}/v1`;
}
