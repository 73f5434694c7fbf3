import { withoutTrailingSlash } from '@contracts';
import { baseUrlOf } from '../../shared/base-url';
import { type ChannelTarget } from '../../contract/upstream';

const QIANFAN_URL = 'https://qianfan.baidubce.com';

/**
 * The credentials in a channel's key; their shape shows which of the provider's two generations the account belongs to.
 */
type BaiduAccount =
  /** Exchanged for an access token. */
  | { readonly kind: 'keyPair'; readonly apiKey: string; readonly secretKey: string }
  /** An access token that the operator obtained; used as it is, never renewed. */
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'v2'; readonly key: string; readonly appId: string | null };

/** Reads `bce-v3/…` with an optional `|appid`, `APIKey|SecretKey`, or an access token like `24.a1…`. */
export function baiduAccount(target: ChannelTarget): BaiduAccount {
  const key = target.key.trim();
  const [first = '', second = ''] = key.split('|').map(part => part.trim());
  if (key.startsWith('bce-v3/') || target.baseUrl.includes('qianfan.baidubce.com')) {
    return { kind: 'v2', key: first, appId: second || null };
  }
  if (key.includes('|')) return { kind: 'keyPair', apiKey: first, secretKey: second };
  if (/^\d+\.[\w.-]+$/.test(key)) return { kind: 'token', token: key };
  return { kind: 'v2', key, appId: null };
}

/**
 * The channel as the second generation needs it: the bare key, the default host of that generation, and no `/v2` at the
 * end of a typed address.
 */
export function v2Target(target: ChannelTarget, key: string): ChannelTarget {
  const typed = withoutTrailingSlash(target.baseUrl);
  return { ...target, key, baseUrl: typed === '' ? QIANFAN_URL : typed.replace(/\/v2$/, '') };
}

/** The address of a path of the first generation, with the access token in its query. */
export function workshopUrl(target: ChannelTarget, path: string): string {
  const account = baiduAccount(target);
  const token = account.kind === 'token' ? account.token : (target.accessToken ?? '');
  const query = new URLSearchParams({ access_token: token }).toString();
  return `${baseUrlOf(target)}/rpc/2.0/ai_custom/v1/wenxinworkshop/${path}?${query}`;
}
