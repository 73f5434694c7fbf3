import { withoutTrailingSlash } from '@contracts';
import { ChannelAddressError } from '../spec/channel-address-error';
import { type ChannelTarget } from '../spec/upstream';
import { httpAddress } from '../toolkit/base-url';

/** The account behind a channel's key, and the region that its models run in. */
export type BedrockAccount =
  | { readonly kind: 'bearer'; readonly region: string; readonly apiKey: string }
  | {
      readonly kind: 'signed';
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Of temporary credentials. */
      readonly sessionToken?: string;
    };

const REGION = /^[a-z]{2,3}(?:-[a-z]+)+-\d{1,2}$/;

/**
 * Reads `AccessKeyId|SecretAccessKey|Region`, the same with a session token behind it, or `ApiKey|Region`.
 *
 * @throws ChannelAddressError for anything else
 */
export function accountOf(target: ChannelTarget): BedrockAccount {
  const parts = target.key.split('|').map(part => part.trim());
  const [first = '', second = '', third = '', sessionToken] = parts;
  const region = parts.length === 2 ? second : third;
  if (parts.length > 4 || parts.includes('') || !REGION.test(region)) {
    throw new ChannelAddressError(target.id, 'the key is not AccessKeyId|SecretAccessKey|Region or ApiKey|Region');
  }
  if (parts.length === 2) return { kind: 'bearer', region, apiKey: first };
  const session = sessionToken === undefined ? {} : { sessionToken };
  return { kind: 'signed', region, accessKeyId: first, secretAccessKey: second, ...session };
}

/**
 * The address before `/model/…`: the operator's (a private endpoint, a proxy) or the region's.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export function runtimeAddressOf(target: ChannelTarget, region: string): string {
  const own = withoutTrailingSlash(target.baseUrl);
  if (own !== '') return httpAddress(own, target);
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
