import { type ProviderAccount } from '../../shared/provider-account';
import { readZhipuFailure, zhipuError } from './errors';
import { versionUrl } from './address';

/**
 * The address and key of types 16 and 26 for calls that are not relay calls: version 4, which accepts the key as it is.
 * Paths follow the version.
 */
export const zhipuAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: versionUrl(target) + path,
    headers: { authorization: `Bearer ${target.key.trim()}` },
  }),
  errorIn: zhipuError,
  readFailure: readZhipuFailure,
};
