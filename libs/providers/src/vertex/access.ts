import { type UnknownRecord } from '@formats';
import { ChannelAddressError } from '../spec/channel-address-error';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../spec/upstream';
import { accountOf } from './account';
import { projectAddressOf, regionOf } from './address';

/** Where a channel's calls go, and what lets them in. */
export interface VertexAccess {
  /** Before `/publishers/…` and `/endpoints/…`. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An API key opens Google's own models only. */
  readonly isExpress: boolean;
}

/** @throws ChannelAddressError when key, region or address of the channel cannot be used */
export function accessOf(target: ChannelTarget, names: Pick<UpstreamCall, 'model' | 'requestedModel'>): VertexAccess {
  const account = accountOf(target);
  const address = projectAddressOf(target, account, regionOf(target, names));
  if (account.kind === 'apiKey') return { address, headers: { 'x-goog-api-key': account.apiKey }, isExpress: true };
  const token = target.accessToken ?? '';
  if (token === '') throw new ChannelAddressError(target.id, 'there is no access token for the service account');
  return { address, headers: { authorization: `Bearer ${token}` }, isExpress: false };
}

interface Posted {
  /** Bytes are sent as they are. */
  readonly body: UnknownRecord | Buffer;
  readonly isStream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export function postTo(
  access: VertexAccess,
  path: string,
  { body, isStream = false, headers }: Posted,
): UpstreamRequest {
  return {
    method: 'POST',
    url: `${access.address}/${path}`,
    headers: {
      ...access.headers,
      ...headers,
      'content-type': 'application/json',
      accept: isStream ? 'text/event-stream' : 'application/json',
      'accept-encoding': 'identity',
    },
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  };
}
