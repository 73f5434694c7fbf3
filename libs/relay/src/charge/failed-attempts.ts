import { ChannelHealth, type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Logger } from '@platform';
import { type UpstreamFailure } from '@providers';
import { type CallFacts } from './call-facts';
import { ErrorLog } from './error-log';

/** Deals with attempts that failed: what becomes of the channel, which row the log gets, and what the caller hears. */
@Injectable()
export class FailedAttempts {
  constructor(
    private readonly health: ChannelHealth,
    private readonly errors: ErrorLog,
    private readonly options: Options,
    private readonly logger: Logger,
  ) {}

  /** Notes a failure of a channel that was asked; one that proves the account bad disables it. */
  note(requestId: string, channel: CatalogChannel, failure: UpstreamFailure): void {
    const { kind, status, error, shouldDisableChannel } = failure;
    this.logger.debug({ requestId, channelId: channel.id, kind, status }, 'an attempt failed');
    if (!shouldDisableChannel) return;
    this.health
      .disableAfterFailure({ channelId: channel.id, keyHash: channel.keyHash, reason: error.message })
      .catch((cause: unknown) =>
        this.logger.error({ err: cause, channelId: channel.id }, 'a channel could not be disabled'),
      );
  }

  /** Logs a failure that is followed by another attempt, where the operator has asked for such rows. */
  retried(facts: CallFacts, failure: UpstreamFailure): void {
    if (this.options.current.LogErrorAttemptsEnabled) this.errors.add(facts, failure);
  }

  /**
   * Logs the failure that ends a call, which always gets a row.
   *
   * @returns the failure as the caller sees it. When all attempts have failed, a rate limit upstream is the gateway's
   *   load, not the caller's fault. A status that is not an error (a redirect that was not followed, an odd mapping) is
   *   reported as a broken upstream.
   */
  ended(facts: CallFacts, failure: UpstreamFailure): UpstreamFailure {
    this.errors.add(facts, failure);
    if (failure.status === 429) {
      return { ...failure, error: { ...failure.error, message: new AppError('RELAY_SATURATED').sentence('en') } };
    }
    return failure.status >= 400 && failure.status <= 599 ? failure : { ...failure, status: 502 };
  }
}
