import { type ProviderAccount } from '../../shared/provider-account';
import { nativeError, readQwenFailure } from './errors';
import { hostOf } from './route';

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
