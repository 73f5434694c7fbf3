import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';

/** The address of an account's models and the token that opens them. */
interface CloudflareAccount {
  /** The address before `/v1/…` and `/run/…`; behind an AI Gateway the models stand directly under it. */
  readonly base: string;
  readonly token: string;
  readonly isGateway: boolean;
  /** True when the operator's address ends in `/run`, which selects the provider's own protocol for every model. */
  readonly isNative: boolean;
}

/**
 * Reads the account of a channel: its id stands in the extra field, or before the token as `id|token`.
 *
 * @throws ChannelAddressError without an account id, unless the address names the account already
 */
export function accountOf(target: ChannelTarget): CloudflareAccount {
  const [first = '', second = ''] = target.key.split('|').map(part => part.trim());
  const token = second || first;
  const typed = baseUrlOf(target);
  const isNative = typed.endsWith('/run');
  const base = isNative ? typed.slice(0, -'/run'.length) : typed;
  if (base.endsWith('/workers-ai')) return { base, token, isGateway: true, isNative };
  if (/\/accounts\/[^/]+\/ai$/.test(base)) return { base, token, isGateway: false, isNative };
  const id = target.other.trim() || (second ? first : '');
  if (!/^[\w-]+$/.test(id)) throw new ChannelAddressError(target.id, 'the account id is missing');
  return { base: `${base}/client/v4/accounts/${id}/ai`, token, isGateway: false, isNative };
}

/** True for the address of an AI Gateway, which passes calls to models and nothing else. */
export function isGateway(target: ChannelTarget): boolean {
  return /\/workers-ai(\/run)?$/.test(baseUrlOf(target));
}

/** The address of a model; its slashes and `@` stay unencoded, as the provider requires. */
export function runAddress({ base, isGateway }: CloudflareAccount, model: string): string {
  const path = model
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..')
    .map(part => encodeURIComponent(part).replaceAll('%40', '@').replaceAll('%3A', ':'))
    .join('/');
  return isGateway ? `${base}/${path}` : `${base}/run/${path}`;
}
