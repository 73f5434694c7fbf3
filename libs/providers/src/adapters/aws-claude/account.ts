import { withoutTrailingSlash } from '@contracts';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { httpAddress } from '../../shared/base-url';

/** The credentials in a channel's key and the region in which its models run. */
export type BedrockAccount =
  | { readonly kind: 'bearer'; readonly region: string; readonly apiKey: string }
  | {
      readonly kind: 'signed';
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Only temporary credentials have a session token. */
      readonly sessionToken?: string;
    };

const REGION = /^[a-z]{2,3}(?:-[a-z]+)+-\d{1,2}$/;

/**
 * Reads `AccessKeyId|SecretAccessKey|Region`, `AccessKeyId|SecretAccessKey|Region|SessionToken`, or `ApiKey|Region`.
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
 * The address before `/model/…`: the operator's address (a private endpoint, a proxy) or the address of the region.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export function runtimeAddressOf(target: ChannelTarget, region: string): string {
  const own = withoutTrailingSlash(target.baseUrl);
  if (own !== '') return httpAddress(own, target);
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/**
 * The address of the region's catalogue, which is another host than that of the models; an address of the operator's
 * own is used for both.
 *
 * @throws ChannelAddressError unless it is an http or https address
 */
export function catalogueAddressOf(target: ChannelTarget, region: string): string {
  return runtimeAddressOf(target, region).replace(
    /^(https?:\/\/(?:[\w.-]*\.)?)bedrock-runtime(-fips)?\./,
    '$1bedrock$2.',
  );
}
