import { ChannelKeys, type CatalogChannel, type CatalogTier, type ChosenKey, type KeyOutcome } from '@channel';
import { type RoutingStrategy } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type AttemptEnding, type FailedAttempt } from './attempt-ending';
import { CallPace } from './call-pace';
import { ChannelPace } from './channel-pace';
import { ConversationMemory, type UnnamedCall } from './conversation-memory';
import { chooseRoute } from './choose-route';
import { sessionKeyOf, type SessionSigns } from './session-key';

/** The channels that a call may go to. */
export interface RouteOptions {
  readonly tiers: readonly CatalogTier[];
  /**
   * Whether the channel was named by the key's suffix, or keeps something that the call refers to: no other channel may
   * be tried.
   */
  readonly isPinned: boolean;
  /** Whether the one channel is pinned because it keeps the response that the call continues. */
  readonly keepsPrevious?: boolean;
}

/** The places of a call on channels and keys that have limits of their own. */
interface Places {
  /** @returns false when the channel with this key has no place now */
  enter(channel: CatalogChannel): Promise<boolean>;
  /**
   * Waits until there may be places again.
   *
   * @returns false when the caller left
   * @throws AppError when the wait is over
   */
  wait(): Promise<boolean>;
}

export interface TryOptions<Result> {
  /**
   * False when a key that failed must not be tried again, even if no other one is left: a socket that could not be
   * opened a moment ago cannot be opened now.
   */
  readonly repeatsKeys?: boolean;
  /** Called after each failure that is followed by another attempt, while the plan still names the failed channel. */
  readonly onRetry?: (result: Result) => void;
  /** The places of the call; null where no channel has limits. */
  readonly places?: Places | null;
}

/** The last attempt, and the channel with the key that it used. */
export interface TriedRoute<Result> {
  readonly channel: CatalogChannel;
  readonly result: Result;
}

/** Where the next attempt goes, with which key, and why. */
interface PlannedAttempt {
  /** See `chooseRoute`; `previous response` where a stored response bound the call. */
  readonly because: string;
  readonly chosen: ChosenKey;
}

/** The facts about the last attempt that are logged. */
interface RouteFacts {
  readonly because: string;
  /** The key that was used, for a channel with several keys; null otherwise. */
  readonly key: { readonly position: number; readonly mask: string } | null;
}

interface PlanLimits {
  /** The model as the caller named it. */
  readonly model: string;
  /** The call's conversation, see `sessionKeyOf`; null when it has none. */
  readonly session: string | null;
  /** The conversation of a call that names none; null where it is named, or nobody asks for it. */
  readonly unnamed: UnnamedCall | null;
  /** The number of requests that may be sent, at least 1. */
  readonly attemptsMax: number;
}

/** The parts of a call on which the choice within a priority depends. */
interface PlannedFor {
  readonly group: string;
  readonly isStream: boolean;
}

/** What has failed in a call; most calls never make one. */
class Failures {
  /** The kind of the last failure by channel, in the order of the failures. */
  readonly channels = new Map<number, string>();
  readonly keys = new Set<string>();
  /** Channels that cannot serve the call at all. */
  readonly unable = new Set<number>();
  /** Channels, and keys, without a place for the call at this moment. */
  readonly full = new Set<number | string>();
}

const NO_FAILURES = new Failures();
const NO_OUTCOME: KeyOutcome = { kind: 'none' };
const SERVED: KeyOutcome = { kind: 'served' };

/** The reason logged for a call that is bound to the channel of its previous response. */
const PREVIOUS_RESPONSE = 'previous response';

/** Plans over which channels and keys a call is tried, and how often. */
@Injectable()
export class RoutePlanner {
  constructor(
    private readonly options: Options,
    private readonly keys: ChannelKeys,
    private readonly pace: ChannelPace,
    private readonly conversations: ConversationMemory,
  ) {}

  /**
   * @param model as the caller named it
   * @param signs the parts of the call that may name its conversation; read only while the operator wants conversations
   *   to stay on their channel
   * @param planned the group whose strategy chooses among channels of one priority; the plan is then to be told when its
   *   call has ended. Null leaves it to the weights
   */
  plan(route: RouteOptions, model: string, signs: SessionSigns | null, planned: PlannedFor | null = null): RoutePlan {
    const isWanted = signs !== null && hasChoice(route) && this.options.current.SessionAffinityEnabled;
    const session = isWanted ? sessionKeyOf(signs) : null;
    const pace = planned === null || route.isPinned ? null : this.paceOf(model, planned);
    const isUnnamed = isWanted && session === null && !route.isPinned;
    const unnamed = isUnnamed ? this.conversations.of(signs.tokenId, model, signs.parsed) : null;
    const limits = { model, session, unnamed, attemptsMax: this.attemptsMax(route.isPinned) };
    return new RoutePlan(route, limits, this.keys, pace);
  }

  /** @returns null where the weights decide */
  private paceOf(model: string, { group, isStream }: PlannedFor): CallPace | null {
    const strategy = this.strategyOf(group);
    return strategy && new CallPace(this.pace, strategy, { model, isStream });
  }

  /** The strategy of a group; null where the weights decide. */
  strategyOf(group: string): RoutingStrategy | null {
    const strategy = this.options.current.GroupRoutingStrategies[group];
    return strategy === undefined || strategy === 'weighted' ? null : (strategy as RoutingStrategy); // checked when saved
  }

  /** The number of requests that a call may send, one after another. */
  attemptsMax(isPinned: boolean): number {
    return isPinned ? 1 : this.options.current.RetryTimes + 1;
  }
}

/** Whether there is more than one channel or key, so that a conversation could be led astray. */
function hasChoice({ tiers }: RouteOptions): boolean {
  const [first] = tiers;
  return (
    tiers.length > 1 || first === undefined || first.channels.length > 1 || first.channels[0]?.hasSeveralKeys === true
  );
}

/** The attempts of one call. */
export class RoutePlan {
  /** Channels in the order tried. */
  readonly tried: number[] = [];
  private failures: Failures | null = null;
  private last: PlannedAttempt | null = null;

  constructor(
    private readonly route: RouteOptions,
    private readonly limits: PlanLimits,
    private readonly keys: ChannelKeys,
    /** Null where the weights decide. */
    private readonly pace: CallPace | null,
  ) {}

  /**
   * Tries channels one after another, until one serves, an attempt must not be repeated, or no attempt is left. The
   * outcome of each attempt updates the state of the key that it used.
   *
   * @param attempt asks one channel, once; when it throws, no key is blamed and nothing else is tried
   * @returns the last attempt; null when there is no channel at all
   */
  async tryEach<Result>(
    attempt: (channel: CatalogChannel) => Promise<AttemptEnding<Result>>,
    { repeatsKeys = true, onRetry, places = null }: TryOptions<Result> = {},
  ): Promise<TriedRoute<Result> | null> {
    let last: TriedRoute<Result> | null = null;
    let attemptsLeft = this.limits.attemptsMax;
    // The loop ends: each round uses up an attempt, or takes a channel out of the choice.
    for (;;) {
      const before = this.last;
      const chosen = this.next();
      if (!chosen) {
        if (last || !places || !(await this.waitFor(places))) return last;
        continue;
      }
      if (places && !(await this.enter(places, chosen))) {
        this.last = before;
        continue;
      }
      if (!repeatsKeys && this.failures?.keys.has(chosen.channel.keyHash)) {
        this.keys.report(chosen, NO_OUTCOME);
        return last;
      }
      let outcome: KeyOutcome = NO_OUTCOME;
      let ending: AttemptEnding<Result>;
      try {
        ending = await (this.pace ? this.pace.measured(chosen.channel, attempt) : attempt(chosen.channel));
        outcome = this.outcomeOf(chosen.channel, ending);
      } finally {
        this.keys.report(chosen, outcome);
      }
      if (ending.kind === 'served') this.limits.unnamed?.served(chosen.channel.id);
      last = { channel: chosen.channel, result: ending.result };
      if (ending.kind !== 'failed') return last;
      if (ending.isUnsent) continue;
      attemptsLeft -= 1;
      if (!ending.mayRetry || attemptsLeft === 0) return last;
      onRetry?.(ending.result);
    }
  }

  /** Takes a place on the chosen channel; without one the choice is undone, and nobody is blamed. */
  private async enter(places: Places, chosen: ChosenKey): Promise<boolean> {
    const { channel } = chosen;
    if (await places.enter(channel)) return true;
    this.keys.report(chosen, NO_OUTCOME);
    this.tried.pop();
    const { full } = (this.failures ??= new Failures());
    // A channel with several keys is full when a key comes back that was full already.
    if (!channel.hasSeveralKeys || full.has(channel.keyHash)) full.add(channel.id);
    full.add(channel.keyHash);
    return false;
  }

  /** @returns whether the channels that were full may be tried again */
  private async waitFor(places: Places): Promise<boolean> {
    if (!this.failures || this.failures.full.size === 0) return false;
    this.failures.full.clear();
    return places.wait();
  }

  /** The call has ended; call it for a plan that was made for a group. */
  end(): void {
    this.pace?.end();
  }

  /** The facts about the last attempt; null before the first one. */
  get facts(): RouteFacts | null {
    if (!this.last) return null;
    const { because, chosen } = this.last;
    return { because, key: chosen.key && { position: chosen.key.position, mask: chosen.key.mask } };
  }

  /** @returns null when no channel is left that could serve the call */
  private next(): ChosenKey | null {
    const { route, limits } = this;
    const { model, session, unnamed } = limits;
    const kept = unnamed?.kept ?? null;
    const failures = this.failures ?? NO_FAILURES;
    const choice = chooseRoute({
      tiers: route.tiers,
      isPinned: route.isPinned,
      session,
      stayOn: kept && kept.channelId,
      attempt: this.tried.length,
      failed: failures.channels,
      unable: failures.full.size === 0 ? failures.unable : channelsToAvoid(failures),
      isResting: this.keys.isAnyResting ? channel => this.keys.isResting(channel, model) : undefined,
      random: Math.random(),
      prefer: this.pace ? channels => this.pace?.prefer(channels) ?? null : undefined,
    });
    if (!choice) return null;
    const chosen = this.keys.choose(choice.channel, {
      model,
      session: session ?? kept?.name ?? null,
      failed: keysToAvoid(failures),
    });
    this.tried.push(choice.channel.id);
    this.last = { because: route.keepsPrevious ? PREVIOUS_RESPONSE : choice.because, chosen };
    return chosen;
  }

  /** What an attempt says about its key; a failure is remembered for the attempts that follow. */
  private outcomeOf(channel: CatalogChannel, ending: AttemptEnding<unknown>): KeyOutcome {
    if (ending.kind === 'served') return SERVED;
    if (ending.kind !== 'failed') return NO_OUTCOME;
    this.noteFailure(channel, ending);
    return ending.failure;
  }

  private noteFailure({ id, keyHash }: CatalogChannel, { failure, isUnsent }: FailedAttempt<unknown>): void {
    const { channels, keys, unable } = (this.failures ??= new Failures());
    channels.delete(id); // moved to the end, because the last one is named
    channels.set(id, failure.kind);
    keys.add(keyHash);
    if (isUnsent) unable.add(id);
  }
}

/** Channels that cannot serve the call, or have no place for it now. */
function channelsToAvoid({ unable, full }: Failures): ReadonlySet<number> {
  return new Set([...unable, ...[...full].filter(one => typeof one === 'number')]);
}

/** Keys that failed, or have no place now. */
function keysToAvoid({ keys, full }: Failures): ReadonlySet<string> {
  return full.size === 0 ? keys : new Set([...keys, ...[...full].filter(one => typeof one === 'string')]);
}
