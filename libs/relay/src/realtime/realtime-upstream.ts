import type { CatalogChannel } from '@channel';
import { upstreamModelName } from '@channel';
import { AppError } from '@kernel';
import { adapterFor, ChannelAddressError, Losses, type UpstreamRequest } from '@providers';
import { targetOf } from '../attempt';
import type { RelayCall } from '../relay-call';

/**
 * The socket address and headers of a channel.
 *
 * @throws AppError when the channel cannot be used
 */
export async function realtimeRequest(call: RelayCall, channel: CatalogChannel): Promise<UpstreamRequest> {
  const adapter = adapterFor(channel.type);
  if (!adapter?.endpoints.includes('realtime')) {
    throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } });
  }
  const target = targetOf(channel);
  const model = upstreamModelName(channel, call.model);
  try {
    const request = adapter.buildRequest(
      {
        endpoint: 'realtime',
        format: call.format,
        model,
        requestedModel: call.model,
        body: call.body,
        contentType: call.contentType,
        parsed: call.parsed,
        isStream: true,
        addUsageOption: false,
        chat: call.chat,
        losses: new Losses(),
        callerHeaders: call.callerHeaders,
      },
      target,
    );
    const signed = adapter.sign ? await adapter.sign(request, target, Date.now()) : request;
    return asSocket(signed, model, call.callerHeaders['openai-beta']);
  } catch (error) {
    if (error instanceof ChannelAddressError) throw new AppError('UPSTREAM_UNREACHABLE', { cause: error });
    throw error;
  }
}

/** Adapters of the OpenAI protocol name the address of the endpoint; the model stands in its query. */
function asSocket(request: UpstreamRequest, model: string, beta: string | undefined): UpstreamRequest {
  const url = new URL(request.url);
  url.protocol = url.protocol === 'http:' || url.protocol === 'ws:' ? 'ws:' : 'wss:';
  if (!url.searchParams.has('model') && !url.searchParams.has('deployment')) url.searchParams.set('model', model);
  const { authorization, 'api-key': apiKey, 'openai-organization': organization } = request.headers;
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(apiKey !== undefined && { 'api-key': apiKey }),
    ...(organization !== undefined && { 'openai-organization': organization }),
    ...(beta !== undefined && { 'openai-beta': beta }),
  };
  return { method: 'WEBSOCKET', url: url.toString(), headers, body: null };
}
