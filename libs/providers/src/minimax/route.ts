import { type ChannelTarget } from '../spec/upstream';
import { baseUrlOf } from '../toolkit/base-url';

/** The older models speak the provider's second native protocol, all others the OpenAI one. */
export function isNativeModel(model: string): boolean {
  return /^(abab|minimax-(text|vl)-01)/i.test(model);
}

/** Models that read images. */
export function readsImages(model: string): boolean {
  return /^minimax-(vl-01|m3)/i.test(model);
}

export interface MiniMaxKey {
  readonly bearer: string;
  /** Older keys go with a group that is named in the address of some endpoints. */
  readonly groupId: string | null;
}

/** The key alone, or `APIKey|GroupId`. */
export function minimaxKey({ key }: ChannelTarget): MiniMaxKey {
  const [bearer = '', groupId = ''] = key.split('|').map(part => part.trim());
  return { bearer, groupId: groupId || null };
}

/** An endpoint that older keys need their group for. */
export function groupUrl(target: ChannelTarget, path: string): string {
  const { groupId } = minimaxKey(target);
  const group = groupId === null ? '' : new URLSearchParams({ GroupId: groupId }).toString();
  const separator = group === '' ? '' : path.includes('?') ? '&' : '?';
  return baseUrlOf(target) + path + separator + group;
}
