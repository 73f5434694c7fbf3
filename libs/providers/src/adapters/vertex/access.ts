import { type JsonObject } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { acceptOfChat, postRequest } from '../../shared/requests';
import { accountOf } from './account';
import { projectAddressOf, regionOf } from './address';

/** The address of a channel's calls and the headers that authorise them. */
export interface VertexAccess {
  /** The address before `/publishers/…` and `/endpoints/…`. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True for an API key, which gives access to Google's own models only. */
  readonly isExpress: boolean;
}

/**
 * Determines the access of a channel for a model.
 *
 * @throws ChannelAddressError when key, region or address of the channel cannot be used
 */
export function accessOf(target: ChannelTarget, names: Pick<UpstreamCall, 'model' | 'requestedModel'>): VertexAccess {
  const account = accountOf(target);
  const address = projectAddressOf(target, account, regionOf(target, names));
  if (account.kind === 'apiKey') return { address, headers: { 'x-goog-api-key': account.apiKey }, isExpress: true };
  const token = target.accessToken ?? '';
  if (token === '') throw new ChannelAddressError(target.id, 'there is no access token for the service account');
  return { address, headers: { authorization: `Bearer ${token}` }, isExpress: false };
}

interface Posted {
  /** Bytes are sent unchanged, an object as JSON. */
  readonly body: JsonObject | Buffer;
  readonly isStream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export function postTo(
  access: VertexAccess,
  path: string,
  { body, isStream = false, headers }: Posted,
): UpstreamRequest {
  return postRequest(`${access.address}/${path}`, {
    headers: { ...access.headers, ...headers },
    accept: acceptOfChat({ isStream }),
    body,
  });
}
