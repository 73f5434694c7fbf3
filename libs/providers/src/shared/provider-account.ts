import { type NativeError } from './native-error';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../contract/upstream';

/**
 * What an adapter offers to calls that are not relay calls, such as those about work in the background: the address,
 * the key and the error classes that its chats use, too.
 */
export interface ProviderAccount {
  /**
   * @param path from the root of the provider's API, with a slash before it; it may contain a query
   * @throws ChannelAddressError when the channel's address or key cannot be used
   */
  reach(target: ChannelTarget, path: string): ProviderReach;
  /** The error in a body, also in the body of a response with HTTP 200; null when there is none. */
  errorIn(body: unknown): NativeError | null;
  /** Classifies a refusal as the adapter's `readFailure` does. */
  readFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure;
}

/** The address of a call and the headers that authorise it. */
interface ProviderReach {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
