import { type NativeError } from '../toolkit/native-error';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from './upstream';

/**
 * What calls need of a provider's adapter when they are no relay calls, such as those about work in the background: the same
 * address, the same key and the same error classes as its chats.
 */
export interface ProviderAccount {
  /**
   * @param path from the root of the provider's API, with a slash before it; it may hold a query
   * @throws ChannelAddressError when the channel's address or key cannot be used
   */
  reach(target: ChannelTarget, path: string): ProviderReach;
  /** The error in a body, also in that of an HTTP 200; null when it is none. */
  errorIn(body: unknown): NativeError | null;
  /** As of the adapter. */
  readFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure;
}

/** Where a call goes and the headers that prove who asks. */
export interface ProviderReach {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
