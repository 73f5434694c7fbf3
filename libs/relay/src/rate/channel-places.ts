import { type CatalogChannel, type CatalogTier } from '@channel';
import { type UsageBuckets } from '@contracts';
import { AppError } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CallLimits, METRICS, type Metrics } from '@platform';
import { ChannelQueue } from './channel-queue';
import { standingLimits, type StandingLimit } from './standing-limits';
import { amountsOf, rateHeadersOf, TakenLimits } from './taken-limits';
import { WaitClock } from './wait-clock';

/** A call that needs a place on a channel. */
interface PlacedCall {
  readonly requestId: string;
  readonly userId: number;
  readonly model: string;
  /** Estimated tokens of prompt and answer. */
  readonly tokens: number;
  /** Calls a listener when the caller leaves; null takes it away again. */
  readonly onGone: (listener: (() => void) | null) => void;
}

/** Whether any of some channels, or its keys, has a limit of its own. */
export function haveLimits(tiers: readonly CatalogTier[]): boolean {
  return tiers.some(({ channels }) => channels.some(({ limits, keyLimits }) => limits !== null || keyLimits !== null));
}

/** Gives calls places on channels and keys that have limits of their own. */
@Injectable()
export class ChannelPlaces {
  constructor(
    private readonly limits: CallLimits,
    private readonly queue: ChannelQueue,
    private readonly options: Options,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  /** The places of one call, which is to be told when the call has ended. */
  of(call: PlacedCall): CallPlaces {
    return new CallPlaces(call, this.limits, this.queue, this.options, new WaitClock(this.metrics));
  }
}

/** The place that one call has, and its turn when there is none. */
export class CallPlaces {
  private taken: TakenLimits | null = null;
  private takes = 0;
  /** The limit that is expected to have room first, among those that refused. */
  private refusing: { readonly limit: StandingLimit; readonly left: number; readonly retryAfterMs: number } | null =
    null;
  /** Until when the call waits for a place, on the monotonic clock; 0 while it has not waited. */
  private deadlineMs = 0;
  /** Whether it is the call's turn, so that it passes those that wait. */
  private hasTurn = false;
  private order: number | null = null;

  constructor(
    private readonly call: PlacedCall,
    private readonly limits: CallLimits,
    private readonly queue: ChannelQueue,
    private readonly options: Options,
    private readonly clock: WaitClock,
  ) {}

  /**
   * Takes a place on a channel with its key, after giving back the one before.
   *
   * @returns false when there is none now; other channels may have one
   */
  async enter(channel: CatalogChannel): Promise<boolean> {
    this.giveBack();
    const standing = limitsOf(channel);
    if (standing.length === 0) {
      this.clock.end('placed');
      return true;
    }
    if (this.queue.length > 0 && !this.hasTurn) return false;
    const id = `${this.call.requestId}:${this.takes++}`;
    const taken = amountsOf(standing, this.call.tokens);
    const decision = await this.limits.take(id, taken);
    const limit = standing[decision.refusedBy];
    if (limit) {
      const { retryAfterMs, remaining, refusedBy } = decision;
      const isSooner = this.refusing === null || retryAfterMs < this.refusing.retryAfterMs;
      if (isSooner) this.refusing = { limit, left: remaining[refusedBy] ?? 0, retryAfterMs };
      return false;
    }
    this.clock.end('placed');
    this.taken = new TakenLimits(this.limits, { id, atMs: decision.atMs, standing, taken });
    return true;
  }

  /**
   * Waits until places may be free again.
   *
   * @returns false when the caller left
   * @throws AppError RELAY_CHANNELS_BUSY when the wait is over, or too many calls wait already
   */
  async wait(): Promise<boolean> {
    const { ChannelQueueSeconds, ChannelQueueLength } = this.options.current;
    this.clock.start();
    if (this.deadlineMs === 0) this.deadlineMs = performance.now() + ChannelQueueSeconds * 1000;
    const { userId, onGone } = this.call;
    const waiting = this.queue.join(userId, this.deadlineMs, { lengthMax: ChannelQueueLength, order: this.order });
    if (waiting === null) throw this.refusal();
    this.order = waiting.order;
    onGone(() => waiting.leave());
    const ending = await waiting.ending;
    onGone(null);
    if (ending === 'late') throw this.refusal();
    this.hasTurn = ending === 'turn';
    return this.hasTurn;
  }

  /** Notes what the call used of the place that it has. */
  use(usage: UsageBuckets): void {
    this.taken?.use(usage);
  }

  /** Adds what one part of a long call used; see `TakenLimits.spend`. */
  spend(usage: UsageBuckets, elapsedMs: number): void {
    this.taken?.spend(usage, elapsedMs);
  }

  /** Gives the place back; a place that was not used gives its tokens back, too. */
  leave(): void {
    this.clock.end('left');
    this.giveBack();
  }

  private giveBack(): void {
    if (this.taken === null) return;
    this.taken.end();
    this.taken = null;
    this.queue.hasRoom();
  }

  private refusal(): AppError {
    this.clock.end('refused');
    const seconds = Math.max(1, Math.ceil((this.refusing?.retryAfterMs ?? 0) / 1000));
    const headers = this.refusing
      ? rateHeadersOf(
          this.refusing.limit.unit === 'tokens' ? 'tokens' : 'requests',
          this.refusing.limit.limit,
          this.refusing.left,
        )
      : {};
    return new AppError('RELAY_CHANNELS_BUSY', {
      params: { model: this.call.model, seconds },
      details: { retryAfterSeconds: seconds, headers },
    });
  }
}

/** The limits of a channel and of the key that is used; a key is named by its hash. */
function limitsOf({ id, keyHash, limits, keyLimits }: CatalogChannel): readonly StandingLimit[] {
  const owner = { name: '', bucket: `channel:${id}` };
  return [
    ...standingLimits(limits ?? {}, { scope: 'channel', ...owner }),
    ...standingLimits(keyLimits ?? {}, {
      scope: 'upstreamKey',
      name: '',
      bucket: `channel:${id}:${keyHash.slice(0, 16)}`,
    }),
  ];
}
