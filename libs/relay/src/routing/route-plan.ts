import { ChannelKeys, type CatalogChannel, type CatalogTier, type ChosenKey, type KeyOutcome } from '@channel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type UpstreamFailure } from '@providers';
import { chooseRoute } from './choose-route';
import { sessionKeyOf, type SessionSigns } from './session-key';

/** What decides where a call may go. */
export interface RouteOptions {
  readonly tiers: readonly CatalogTier[];
  readonly isPinned: boolean;
  /** The one channel is pinned because it keeps the response before this one. */
  readonly keepsPrevious?: boolean | undefined;
  /** What may tell the conversation; asked only while the operator wants conversations to stay on their channel. */
  readonly signs: SessionSigns | null;
}

/** One attempt: where it goes, with which key, and why. */
export interface PlannedAttempt {
  /** With the one key that this attempt takes. */
  readonly channel: CatalogChannel;
  /** See `chooseRoute`; `previous response` where that bound the call. */
  readonly because: string;
  readonly chosen: ChosenKey;
}

/** What the log says of the last attempt. */
export interface RouteFacts {
  readonly because: string;
  /** Of a channel with several keys the one that was used. */
  readonly key: { readonly position: number; readonly mask: string } | null;
}

/** Why a call goes where the response is that it leans on. */
const PREVIOUS_RESPONSE = 'previous response';

/** Plans the way of calls over channels and keys. */
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

/** The attempts of one call. Each one that was planned must be told its outcome once, so that keys are checked. */
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

  /** An answer began. */
  served({ chosen }: PlannedAttempt): void {
    this.keys.report(chosen, { kind: 'served' });
  }

  /** The caller left, or a fault of ours ended it: nobody upstream is to blame. */
  left({ chosen }: PlannedAttempt): void {
    this.keys.report(chosen, { kind: 'none' });
  }

  fail({ chosen }: PlannedAttempt, failure: Pick<UpstreamFailure, 'kind' | 'retryAfterSeconds'>): void {
    const { id, keyHash } = chosen.channel;
    this.keys.report(chosen, outcomeOf(failure));
    this.failed.delete(id); // to the end: the last one is named
    this.failed.set(id, failure.kind);
    this.failedKeys.add(keyHash);
  }

  /** Null before the first attempt. */
  get facts(): RouteFacts | null {
    if (!this.last) return null;
    const { because, chosen } = this.last;
    return { because, key: chosen.key && { position: chosen.key.position, mask: chosen.key.mask } };
  }
}

/** What a failure says of the key. A refused key that nobody is allowed to put out is at least not asked all the time. */
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
