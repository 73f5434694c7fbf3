import { type WireFormat, type Endpoint } from '@formats';
import { type AuthorizeCapability, type BalanceCapability, type ModelListCapability } from './account';
import {
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamFailure,
  type UpstreamRefusal,
  type UpstreamRequest,
} from './upstream';

/**
 * What the relay knows of a provider: a set of pure functions that build requests and read answers. No sockets, no clock,
 * no database. A capability that a provider lacks is absent, never a stub.
 */
export interface ProviderAdapter {
  /** Folder name; stable, used in logs and fixtures. */
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  /** Formats of chat that the provider speaks itself, so that a caller's bytes pass; all others go through the canonical form. */
  readonly nativeFormats: readonly WireFormat[];
  /** Whether `stream_options` may be added to a stream request without asking the operator. */
  readonly acceptsStreamOptions: boolean;

  /** Providers that want a short-lived token: the relay obtains it, keeps it, and hands it over in the target. */
  readonly authorize?: AuthorizeCapability;

  /**
   * @throws ChannelAddressError when the channel's address or key cannot be used
   * @throws CallRefusal when this provider cannot serve the call at all (audio for a model that cannot hear)
   */
  buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest;

  /**
   * The last step before sending, for providers that want the request signed with the time.
   *
   * @param nowMs Unix time in milliseconds
   */
  sign?(request: UpstreamRequest, target: ChannelTarget, nowMs: number): UpstreamRequest | Promise<UpstreamRequest>;

  /**
   * Classifies an answer that is not a success, including an error object inside a 2xx answer.
   *
   * @param target when given, its key and host are removed from the message besides everything that looks like a secret
   */
  readFailure(response: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure;

  readonly models?: ModelListCapability;
  readonly balance?: BalanceCapability;
}
