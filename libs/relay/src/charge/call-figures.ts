import { ChannelFigures, KIND_NAMES, WHOLE_CALLS, type CatalogChannel } from '@channel';
import { Inject, Injectable } from '@nestjs/common';
import { METRICS, type Metrics } from '@platform';
import { type UpstreamFailure } from '@providers';
import { type BegunAnswer } from '../answer/read-answer';
import { type ReceivedCall } from '../call/received-call';
import { type Delivery } from '../usage/delivery';

/** An answer that was delivered, or broke on the way. */
interface EndedAttempt {
  readonly received: ReceivedCall;
  /** Start of the attempt, in milliseconds of the monotonic clock. */
  readonly attemptedAt: number;
  readonly channel: CatalogChannel;
  readonly result: BegunAnswer;
  readonly delivery: Delivery;
}

const NO_TIMES = { durationMs: null, firstTokenMs: null } as const;

/** Counts attempts for their channels, and whole calls for their models: a failure that was retried is no failed call. */
@Injectable()
export class CallFigures {
  constructor(
    private readonly figures: ChannelFigures,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  attemptFailed(channel: CatalogChannel, model: string, failure: UpstreamFailure): void {
    this.figures.failed(channel.id, model, failure);
    this.metrics?.attemptFailed(channel.id, model, KIND_NAMES[failure.kind]);
  }

  /** Counts a call that failed after all its attempts. */
  callFailed(channel: CatalogChannel, model: string, failure: UpstreamFailure): void {
    this.figures.failed(WHOLE_CALLS, model, failure);
    this.metrics?.ended({ channelId: channel.id, model, outcome: 'failed', ...NO_TIMES });
  }

  /** Counts the attempt and the call. Times that a caller cut short by leaving say nothing, and are not counted. */
  ended({ received, attemptedAt, channel, result, delivery }: EndedAttempt): void {
    const { call, startedAt } = received;
    const { model } = call;
    const streamedAt = result.kind === 'stream' || result.kind === 'audio' ? result.firstByteAt : null;
    received.trace?.delivered({ ending: delivery.ending, firstTokenAt: streamedAt });
    if (delivery.ending === 'broken') return this.broken(channel, model, delivery);
    const endedAt = delivery.ending === 'completed' ? performance.now() : null;
    const firstTokenAt = result.kind === 'stream' ? result.firstByteAt : null;
    this.figures.served(channel.id, model, since(attemptedAt, endedAt), since(attemptedAt, firstTokenAt));
    const durationMs = since(startedAt, endedAt);
    const firstTokenMs = since(startedAt, firstTokenAt);
    this.figures.served(WHOLE_CALLS, model, durationMs, firstTokenMs);
    this.metrics?.ended({ channelId: channel.id, model, outcome: 'served', durationMs, firstTokenMs });
  }

  private broken(channel: CatalogChannel, model: string, { problem }: Delivery): void {
    const message = problem ?? 'the answer broke off';
    const failure = { kind: 'broken', status: 502, error: { message } } as const;
    this.figures.failed(channel.id, model, failure);
    this.figures.failed(WHOLE_CALLS, model, failure);
    this.metrics?.attemptFailed(channel.id, model, failure.kind);
    this.metrics?.ended({ channelId: channel.id, model, outcome: 'broken', ...NO_TIMES });
  }
}

function since(from: number, to: number | null): number | null {
  return to === null ? null : Math.max(0, to - from);
}
