import { type ProviderAccount } from '../../shared/provider-account';
import { baseUrlOf } from '../../shared/base-url';
import { minimaxError, readMiniMaxFailure } from './errors';
import { groupUrl, minimaxKey } from './route';

/**
 * The address and key of type 35 for calls that are not relay calls. Older keys name their group in the addresses of
 * files.
 */
export const minimaxAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: path.startsWith('/v1/files/') ? groupUrl(target, path) : baseUrlOf(target) + path,
    headers: { authorization: `Bearer ${minimaxKey(target).bearer}` },
  }),
  errorIn: minimaxError,
  readFailure: readMiniMaxFailure,
};
