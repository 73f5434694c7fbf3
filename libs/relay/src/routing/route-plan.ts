import { ChannelKeys, type CatalogChannel, type CatalogTier, type ChosenKey, type KeyOutcome } from '@channel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type UpstreamFailure } from '@providers';
import { chooseRoute } from './choose-route';
import { sessionKeyOf, type SessionSigns } from './session-key';

/** The facts that decide where a call may go. */
export interface RouteOptions {
  readonly tiers: readonly CatalogTier[];
  readonly isPinned: boolean;
  /** Whether the one channel is pinned because it keeps the previous response. */
  readonly keepsPrevious?: boolean | undefined;
  /**
   * The parts of a call that may name its conversation; read only while the operator wants conversations to stay on
   * their channel.
   */
  readonly signs: SessionSigns | null;
}

/** One attempt: where it goes, with which key, and why. */
export interface PlannedAttempt {
  /** The channel, with only the key that this attempt uses. */
  readonly channel: CatalogChannel;
  /** See `chooseRoute`; `previous response` where a stored response bound the call. */
  readonly because: string;
  readonly chosen: ChosenKey;
}

/** The facts about the last attempt that are logged. */
export interface RouteFacts {
  readonly because: string;
  /** The key that was used, for a channel with several keys; null otherwise. */
  readonly key: { readonly position: number; readonly mask: string } | null;
}

/** The reason logged for a call that is bound to the channel of its previous response. */
const PREVIOUS_RESPONSE = 'previous response';

/** Plans over which channels and keys a call is tried. */
@Injectable()
export class RoutePlanner {
  constructor(
    private readonly options: Options,
    private readonly keys: ChannelKeys,
  ) {}

  plan(wanted: RouteOptions): RoutePlan {
    const { signs } = wanted;
    const isWanted = this.options.current.SessionAffinityEnabled && signs !== null;
    return new RoutePlan(wanted, isWanted ? sessionKeyOf(signs) : null, this.keys);
  }
}

/**
 * The attempts of one call. The result of each planned attempt must be reported once, so that the state of its key is
 * updated.
 */
export class RoutePlan {
  /** Channels in the order tried. */
  readonly tried: number[] = [];
  private readonly failed = new Map<number, string>();
  private readonly failedKeys = new Set<string>();
  private last: PlannedAttempt | null = null;

  constructor(
    private readonly wanted: Omit<RouteOptions, 'signs'>,
    private readonly session: string | null,
    private readonly keys: ChannelKeys,
  ) {}

  /** @returns null when there is no channel at all */
  next(): PlannedAttempt | null {
    const { wanted, session } = this;
    const route = chooseRoute({
      tiers: wanted.tiers,
      isPinned: wanted.isPinned,
      session,
      attempt: this.tried.length,
      failed: this.failed,
      isResting: channel => this.keys.isResting(channel),
      random: Math.random(),
    });
    if (!route) return null;
    const chosen = this.keys.choose(route.channel, { session, failed: this.failedKeys });
    this.tried.push(route.channel.id);
    this.last = { channel: chosen.channel, because: wanted.keepsPrevious ? PREVIOUS_RESPONSE : route.because, chosen };
    return this.last;
  }

  /** Reports that a response began. */
  served({ chosen }: PlannedAttempt): void {
    this.keys.report(chosen, { kind: 'served' });
  }

  /** Reports that the caller left, or that an internal error ended the attempt: the upstream is not to blame. */
  left({ chosen }: PlannedAttempt): void {
    this.keys.report(chosen, { kind: 'none' });
  }

  fail({ chosen }: PlannedAttempt, failure: Pick<UpstreamFailure, 'kind' | 'retryAfterSeconds'>): void {
    const { id, keyHash } = chosen.channel;
    this.keys.report(chosen, outcomeOf(failure));
    this.failed.delete(id); // moved to the end, because the last one is named
    this.failed.set(id, failure.kind);
    this.failedKeys.add(keyHash);
  }

  /** The facts about the last attempt; null before the first one. */
  get facts(): RouteFacts | null {
    if (!this.last) return null;
    const { because, chosen } = this.last;
    return { because, key: chosen.key && { position: chosen.key.position, mask: chosen.key.mask } };
  }
}

/**
 * What a failure means for the key. A refused key rests like a broken one, so that a key that may not be disabled is at
 * least not tried all the time.
 */
function outcomeOf({ kind, retryAfterSeconds }: Pick<UpstreamFailure, 'kind' | 'retryAfterSeconds'>): KeyOutcome {
  switch (kind) {
    case 'busy':
      return { kind, retryAfterSeconds };
    case 'broken':
    case 'refused':
      return { kind: 'broken' };
    case 'modelUnavailable':
    case 'badRequest':
      return { kind: 'none' };
  }
}
