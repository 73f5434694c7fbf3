import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { type ProviderAccount } from '../../shared/provider-account';
import { minimaxError, readMiniMaxFailure } from './errors';

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

interface MiniMaxKey {
  readonly bearer: string;
  /** The group of an older key, which some endpoints expect in the address. */
  readonly groupId: string | null;
}

/** Reads the key alone, or `APIKey|GroupId`. */
export function minimaxKey({ key }: ChannelTarget): MiniMaxKey {
  const [bearer = '', groupId = ''] = key.split('|').map(part => part.trim());
  return { bearer, groupId: groupId || null };
}

/** The address of an endpoint for which older keys need their group. */
export function groupUrl(target: ChannelTarget, path: string): string {
  const { groupId } = minimaxKey(target);
  const group = groupId === null ? '' : new URLSearchParams({ GroupId: groupId }).toString();
  const separator = group === '' ? '' : path.includes('?') ? '&' : '?';
  return baseUrlOf(target) + path + separator + group;
}
