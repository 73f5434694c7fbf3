import { type ProviderAccount } from '../spec/provider-account';
import { baseUrlOf } from '../toolkit/base-url';
import { minimaxError, readMiniMaxFailure } from './errors';
import { groupUrl, minimaxKey } from './route';

/** Accounts of type 35 beside their chats. Older keys name their group where files are asked for. */
export const minimaxAccount: ProviderAccount = {
  reach: (target, path) => ({
    url: path.startsWith('/v1/files/') ? groupUrl(target, path) : baseUrlOf(target) + path,
    headers: { authorization: `Bearer ${minimaxKey(target).bearer}` },
  }),
  errorIn: minimaxError,
  readFailure: readMiniMaxFailure,
};
