import { upstreamModelName, type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { adapterFor, ChannelAddressError, type UpstreamRequest } from '@providers';
import { targetOf } from '../attempt/attempt';
import { type RelayCall } from '../call/relay-call';
import { requestFor, upstreamCallOf } from '../attempt/upstream-call';

/**
 * The request that opens a channel's socket: its address and headers.
 *
 * @throws AppError when the channel cannot be used
 */
export async function realtimeRequest(call: RelayCall, channel: CatalogChannel): Promise<UpstreamRequest> {
  const adapter = adapterFor(channel.type);
  if (!adapter?.endpoints.includes('realtime')) {
    throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } });
  }
  const upstreamCall = upstreamCallOf(call, { model: upstreamModelName(channel, call.model), addUsageOption: false });
  try {
    return await requestFor(adapter, upstreamCall, { target: targetOf(channel), channel, original: call });
  } catch (error) {
    if (error instanceof ChannelAddressError) throw new AppError('UPSTREAM_UNREACHABLE', { cause: error });
    throw error;
  }
}
