import { AppError } from '@kernel';

/**
 * The operator typed an address that is no http or https address, or carries credentials. A class of its own, so that
 * the relay can tell this channel's fault from a fault of the call and go on to the next channel; the caller hears what
 * an unreachable upstream says, and nobody is shown the address.
 */
export class ChannelAddressError extends AppError {
  constructor(channelId: number) {
    super('UPSTREAM_UNREACHABLE', { details: { channelId, reason: 'no usable base address' } });
  }
}
