import { DroppedFields } from '@formats';
import { type ChannelTarget, type ProviderAdapter, type UpstreamCall, type UpstreamRequest } from '@providers';
import { type RelayCall } from '../call/relay-call';

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

/**
 * The request that is sent for a call, signed where the provider requires that.
 *
 * @throws ChannelAddressError, CallRefusal as `ProviderAdapter.buildRequest` does
 */
export function requestFor(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  target: ChannelTarget,
): UpstreamRequest | Promise<UpstreamRequest> {
  const request = adapter.buildRequest(call, target);
  return adapter.sign ? adapter.sign(request, target, Date.now()) : request;
}
