import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { type ProviderAccount } from '../../shared/provider-account';
import { nativeError, readQwenFailure } from './errors';

/**
 * The address and key of type 17 for calls that are not relay calls: the native protocol, whichever address the
 * operator typed.
 */
export const qwenAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: hostOf(target) + path,
    headers: { authorization: `Bearer ${target.key.trim()}` },
  }),
  errorIn: nativeError,
  readFailure: readQwenFailure,
};

/** Ends of addresses that operators copy from the provider's manual. */
const NATIVE_SUFFIX = /\/api\/v1\/*$/;

const COMPATIBLE_SUFFIX = /\/compatible-mode(\/v1)?\/*$/;

/** The provider's host, or a proxy before it, without the path of either protocol. */
export function hostOf(target: ChannelTarget): string {
  const baseUrl = target.baseUrl.trim().replace(NATIVE_SUFFIX, '').replace(COMPATIBLE_SUFFIX, '');
  return baseUrlOf({ ...target, baseUrl });
}

/** True when the operator's address selects the native protocol. */
export function hasNativeAddress(target: ChannelTarget): boolean {
  return NATIVE_SUFFIX.test(target.baseUrl.trim());
}

/**
 * True when a chat uses the native protocol. The compatible mode is the better default; plugins, models that read audio
 * and operators who typed the native address need the native protocol.
 */
export function isNativeChat({ endpoint, model }: UpstreamCall, target: ChannelTarget): boolean {
  if (endpoint !== 'chat') return false;
  return target.other.trim() !== '' || hasNativeAddress(target) || /audio/i.test(model);
}
