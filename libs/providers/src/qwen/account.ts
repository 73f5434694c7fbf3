import { type ProviderAccount } from '../spec/provider-account';
import { nativeError, readQwenFailure } from './errors';
import { hostOf } from './route';

/** Accounts of type 17 beside their chats: the native protocol, whichever address the operator copied. */
export const qwenAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: hostOf(target) + path,
    headers: { authorization: `Bearer ${target.key.trim()}` },
  }),
  errorIn: nativeError,
  readFailure: readQwenFailure,
};
