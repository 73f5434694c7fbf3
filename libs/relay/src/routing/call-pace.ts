import { type CatalogChannel } from '@channel';
import { type RoutingStrategy } from '@contracts';
import { type AttemptEnding } from './attempt-ending';
import { type CallKind, type ChannelPace, type Preferred } from './channel-pace';

/** One call under a strategy: where it should go, and what its attempts show about the channels. */
export class CallPace {
  /** The channel on which the call runs. */
  private runningOn: CatalogChannel | null = null;
  /** Channels that said that the call is bad. */
  private readonly refusing = new Set<number>();

  constructor(
    private readonly pace: ChannelPace,
    private readonly strategy: RoutingStrategy,
    private readonly kind: CallKind,
  ) {}

  /** @returns null where the weights decide */
  prefer(channels: readonly CatalogChannel[]): Preferred | null {
    // A random number of its own: one that leaves a call to the weights is small, and would always draw the first channel.
    const random = Math.random();
    return this.pace.prefer(this.strategy, { channels, kind: this.kind, random, nowMs: performance.now() });
  }

  /** Runs an attempt, and learns from it how soon its answer began. */
  async measured<Ending extends AttemptEnding<unknown>>(
    channel: CatalogChannel,
    attempt: (channel: CatalogChannel) => Promise<Ending>,
  ): Promise<Ending> {
    this.end();
    this.runningOn = channel;
    this.pace.begin(channel);
    const startedAt = performance.now();
    const ending = await attempt(channel);
    this.note(channel, ending, startedAt);
    return ending;
  }

  /** The call runs no more. */
  end(): void {
    if (this.runningOn !== null) this.pace.end(this.runningOn);
    this.runningOn = null;
  }

  private note(channel: CatalogChannel, ending: AttemptEnding<unknown>, startedAt: number): void {
    const { pace, kind } = this;
    const nowMs = performance.now();
    switch (ending.kind) {
      case 'unblamed':
        return pace.left(channel, kind, nowMs - startedAt, nowMs);
      case 'served':
        pace.began(channel, kind, nowMs - startedAt, nowMs);
        this.refusing.delete(channel.id);
        // The caller was not at fault, since another channel could serve the call.
        for (const id of this.refusing) pace.failed({ id }, kind, nowMs);
        return;
      case 'failed':
        if (this.isFault(channel, ending)) pace.failed(channel, kind, nowMs);
        else pace.unanswered(channel, kind, nowMs);
    }
  }

  /** Whether a failure is certainly the channel's fault. A busy channel is none: it rests, and is as fast afterwards. */
  private isFault({ id }: CatalogChannel, ending: AttemptEnding<unknown> & { readonly kind: 'failed' }): boolean {
    const { isUnsent = false, failure } = ending;
    if (isUnsent || failure.kind === 'busy') return false;
    if (failure.kind !== 'badRequest') return true;
    this.refusing.add(id);
    return false;
  }
}
