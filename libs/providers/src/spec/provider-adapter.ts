import { type BalanceCapability, type ModelListCapability } from './account';
import {
  type ChannelTarget,
  type Endpoint,
  type UpstreamCall,
  type UpstreamFailure,
  type UpstreamRefusal,
  type UpstreamRequest,
} from './upstream';

/**
 * What the relay knows of a vendor: a set of pure functions that build requests and read answers. No sockets, no clock,
 * no database. A capability that a vendor lacks is absent, never a stub.
 */
export interface ProviderAdapter {
  /** Folder name; stable, used in logs and fixtures. */
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  /** Whether `stream_options` may be added to a stream request without asking the operator. */
  readonly acceptsStreamOptions: boolean;

  /**
   * @throws ChannelAddressError when the channel's address cannot be used
   */
  buildRequest(call: UpstreamCall, target: ChannelTarget): UpstreamRequest;

  /**
   * Classifies an answer that is not a success, including an error object inside a 2xx answer.
   *
   * @param target when given, its key and host are removed from the message besides everything that looks like a secret
   */
  readFailure(response: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure;

  readonly models?: ModelListCapability;
  readonly balance?: BalanceCapability;
}
