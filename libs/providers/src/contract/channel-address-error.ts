import { AppError } from '@kernel';

/**
 * The channel's address is not an http or https address or contains credentials, or its key cannot be read. The class
 * lets the relay separate a fault of this channel from a fault of the call and continue with the next channel. The
 * caller sees the error of an unreachable upstream, and nothing shows the address.
 */
export class ChannelAddressError extends AppError {
  /** @param reason for the operator's log, e.g. `the key is no service account`; never the key itself */
  constructor(channelId: number, reason = 'no usable base address') {
    super('UPSTREAM_UNREACHABLE', { details: { channelId, reason } });
  }
}
