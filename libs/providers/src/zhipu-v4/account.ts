import { type ProviderAccount } from '../spec/provider-account';
import { readZhipuFailure, zhipuError } from './errors';
import { versionUrl } from './version-url';

/** Accounts of types 16 and 26 beside their chats: version 4, which takes the key as it is. Paths follow the version. */
export const zhipuAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: versionUrl(target) + path,
    headers: { authorization: `Bearer ${target.key.trim()}` },
  }),
  errorIn: zhipuError,
  readFailure: readZhipuFailure,
};
