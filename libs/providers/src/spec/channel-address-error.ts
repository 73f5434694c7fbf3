import { AppError } from '@kernel';

/**
 * The operator typed an address that is no http or https address, or carries credentials, or a key that cannot be read.
 * A class of its own, so that the relay can tell this channel's fault from a fault of the call and go on to the next
 * channel; the caller hears what an unreachable upstream says, and nobody is shown the address.
 */
export class ChannelAddressError extends AppError {
  /** @param reason for the operator's log, e.g. `the key is no service account`; never the key itself */
  constructor(channelId: number, reason = 'no usable base address') {
    super('UPSTREAM_UNREACHABLE', { details: { channelId, reason } });
  }
}
