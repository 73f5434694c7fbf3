import { type CatalogChannel } from '@channel';
import { DroppedFields } from '@formats';
import { type ChannelTarget, type ProviderAdapter, type UpstreamCall, type UpstreamRequest } from '@providers';
import { type RelayCall } from '../call/relay-call';
import { isShaped, shapedRequest, type ShapeFacts } from '../shape/shape-request';

/** A caller's request as an adapter sees it; each attempt has its own, because each has its own dropped fields. */
export function upstreamCallOf(
  call: RelayCall,
  { model, addUsageOption }: Pick<UpstreamCall, 'model' | 'addUsageOption'>,
): UpstreamCall {
  const { endpoint, format, body, contentType, parsed, isStream, callerHeaders, chat } = call;
  return {
    endpoint,
    format,
    body,
    contentType,
    parsed,
    isStream,
    callerHeaders,
    chat,
    model,
    requestedModel: call.model,
    addUsageOption,
    dropped: new DroppedFields(),
  };
}

/** Where a request goes, and what it was made of. */
interface RequestPlace {
  readonly target: ChannelTarget;
  readonly channel: CatalogChannel;
  readonly original: RelayCall;
}

function factsOf(call: UpstreamCall, { key }: ChannelTarget, { requestHeaders, maxTokens }: RelayCall): ShapeFacts {
  return { key, requestHeaders, maxTokens, models: [call.requestedModel, call.model] };
}

/**
 * The request that is sent for a call, changed as its channel says, and signed where the provider requires that.
 *
 * @throws ChannelAddressError, CallRefusal as `ProviderAdapter.buildRequest` does
 */
export function requestFor(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  { target, channel, original }: RequestPlace,
): UpstreamRequest | Promise<UpstreamRequest> {
  const built = adapter.buildRequest(call, target);
  const request = isShaped(channel) ? shapedRequest(built, channel, factsOf(call, target, original)) : built;
  return adapter.sign ? adapter.sign(request, target, Date.now()) : request;
}
