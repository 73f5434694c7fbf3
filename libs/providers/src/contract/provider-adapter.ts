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
 * What the relay knows of a provider: a set of pure functions that build requests and read responses. They use no
 * sockets, no clock and no database. A capability that a provider lacks is absent, never a stub.
 */
export interface ProviderAdapter {
  /** The name of the adapter's folder; it is stable and appears in logs and fixtures. */
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  /**
   * Formats of chat that the provider serves itself, so that a caller's bytes pass; all other formats are converted
   * through the canonical chat.
   */
  readonly nativeFormats: readonly WireFormat[];
  /** True when `stream_options` may be added to a stream request without asking the operator. */
  readonly acceptsStreamOptions: boolean;

  /** For providers that require a short-lived token: the relay obtains it, keeps it, and passes it in the target. */
  readonly authorize?: AuthorizeCapability;

  /**
   * @throws ChannelAddressError when the channel's address or key cannot be used
   * @throws CallRefusal when this provider cannot serve the call at all (audio for a model that cannot read it)
   */
  buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest;

  /**
   * The last step before sending, for providers that require a signature with the time.
   *
   * @param nowMs Unix time in milliseconds
   */
  sign?(request: UpstreamRequest, target: ChannelTarget, nowMs: number): UpstreamRequest | Promise<UpstreamRequest>;

  /**
   * Classifies a response that is not a success, including an error object inside a 2xx response.
   *
   * @param target when given, its key and host are removed from the message, in addition to everything that looks like
   *   a secret
   */
  readFailure(response: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure;

  readonly models?: ModelListCapability;
  readonly balance?: BalanceCapability;
}
