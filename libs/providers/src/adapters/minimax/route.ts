import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';

/** True for the older models, which use the provider's second native protocol; all others use the OpenAI protocol. */
export function isNativeModel(model: string): boolean {
  return /^(abab|minimax-(text|vl)-01)/i.test(model);
}

/** True for models that read images. */
export function readsImages(model: string): boolean {
  return /^minimax-(vl-01|m3)/i.test(model);
}

export interface MiniMaxKey {
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
