import { rendezvous } from '@channel';

/** Added to every weight, so that a channel of weight 0 still gets its share. */
const WEIGHT_BASE = 10;

/** The properties of a channel that the choice depends on. */
export interface Choosable {
  readonly id: number;
  readonly priority: number;
  readonly weight: number;
}

export interface RouteTier<Channel extends Choosable> {
  readonly channels: readonly Channel[];
}

export interface RouteChoice<Channel extends Choosable> {
  /** Highest priority first. */
  readonly tiers: readonly RouteTier<Channel>[];
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Channels that failed in this request, in the order tried, with the kind of their failure. */
  readonly failed: ReadonlyMap<number, string>;
  /** Channels that cannot serve this request at all. */
  readonly unable?: ReadonlySet<number>;
  /** The call's conversation, see `sessionKeyOf`; with null the channel is drawn at random. */
  readonly session: string | null;
  /** The channel that serves a conversation without a name; null for every other call. */
  readonly stayOn?: number | null;
  /** Whether all keys of a channel are resting; such a channel is used only when no other one can serve. */
  readonly isResting?: (channel: Channel) => boolean;
  /** Whether the caller named the channel. */
  readonly isPinned: boolean;
  /** A random number, uniform in [0, 1). */
  readonly random: number;
  /** The channel that a strategy of the group prefers among those of one tier, and why; null lets the weights decide. */
  readonly prefer?: ((channels: readonly Channel[]) => Route<Channel> | null) | undefined;
}

export interface Route<Channel> {
  readonly channel: Channel;
  /**
   * The reason for the choice: `pinned`, `session`, `only channel`, `weight 30 of 50 in priority 0`, `retry: #7 failed
   * (busy)`, or the words of a strategy: `fastest: 0.42 s`.
   */
  readonly because: string;
}

/**
 * Chooses the channel of an attempt. Each retry goes one tier down and stays in the lowest. Channels that failed in
 * this request are left out while another remains in any tier; tiers below are searched first, then those above. Inside
 * a tier a session keeps its channel for as long as that is available; without a session, or with affinity off, the
 * channel is drawn at random. The share is weight + 10 either way.
 *
 * @returns null when no channel can serve the request
 */
export function chooseRoute<Channel extends Choosable>(choice: RouteChoice<Channel>): Route<Channel> | null {
  const channels = channelsFor(choice);
  return channels.length > 0 ? draw(channels, choice) : null;
}

/** The facts that decide which channels are candidates for an attempt, before chance or the session picks one. */
type CandidateOptions<Channel extends Choosable> = Pick<
  RouteChoice<Channel>,
  'tiers' | 'attempt' | 'failed' | 'unable' | 'isResting'
>;

/** The channels of one tier among which an attempt is drawn; empty when none can serve the request. */
export function channelsFor<Channel extends Choosable>(choice: CandidateOptions<Channel>): readonly Channel[] {
  const { tiers, attempt, failed } = choice;
  const first = tiers[0]?.channels;
  if (attempt === 0 && first !== undefined && failed.size === 0 && !choice.unable?.size) {
    const { isResting } = choice;
    if (isResting === undefined || !first.some(isResting)) return first; // the usual case costs no copy
  }
  const isResting = choice.isResting ?? (() => false);
  const isAble = (channel: Channel) => !choice.unable?.has(channel.id);
  const isFresh = (channel: Channel) => isAble(channel) && !failed.has(channel.id);
  const start = Math.min(attempt, tiers.length - 1);
  const order = [...searchOrder(start, tiers.length)];
  const wants = [(channel: Channel) => isFresh(channel) && !isResting(channel), isFresh, isAble];
  for (const isPreferred of wants) {
    for (const at of order) {
      const candidates = tiers[at]?.channels.filter(isPreferred) ?? [];
      if (candidates.length > 0) return candidates;
    }
  }
  return [];
}

/** The portion of the traffic, from 0 to 1, that a channel gets among the channels drawn from. */
export function portionOf(channel: Choosable, among: readonly Choosable[]): number {
  return shareOf(channel) / totalShare(among);
}

function* searchOrder(start: number, count: number): Generator<number> {
  for (let at = start; at < count; at++) yield at;
  for (let at = start - 1; at >= 0; at--) yield at;
}

/** The share of a channel in what its tier is drawn from. */
export function shareOf({ weight }: Choosable): number {
  return weight + WEIGHT_BASE;
}

function draw<Channel extends Choosable>(
  channels: readonly Channel[],
  choice: RouteChoice<Channel>,
): Route<Channel> | null {
  const kept = choice.stayOn == null ? undefined : channels.find(({ id }) => id === choice.stayOn);
  if (kept) return { channel: kept, because: reasonFor(kept, channels, choice, 'session') };
  const isBySession = choice.session !== null && channels.length > 1;
  const preferred = isBySession ? null : choice.prefer?.(channels);
  if (preferred)
    return { channel: preferred.channel, because: reasonFor(preferred.channel, channels, choice, preferred.because) };
  const channel = isBySession ? bySession(channels, choice.session ?? '') : byChance(channels, choice.random);
  return channel && { channel, because: reasonFor(channel, channels, choice) };
}

function bySession<Channel extends Choosable>(channels: readonly Channel[], session: string): Channel | null {
  return rendezvous(
    session,
    channels.map(channel => ({ item: channel, id: String(channel.id), share: shareOf(channel) })),
  );
}

/** Draws one of some channels by their shares. */
export function byChance<Channel extends Choosable>(channels: readonly Channel[], random: number): Channel | null {
  if (channels.length === 1) return channels[0] ?? null;
  let left = random * totalShare(channels);
  for (const channel of channels) {
    left -= shareOf(channel);
    if (left < 0) return channel;
  }
  return channels.at(-1) ?? null;
}

function totalShare(channels: readonly Choosable[]): number {
  return channels.reduce((sum, channel) => sum + shareOf(channel), 0);
}

function reasonFor<Channel extends Choosable>(
  channel: Channel,
  drawnFrom: readonly Channel[],
  { tiers, failed, session, isPinned }: RouteChoice<Channel>,
  words?: string,
): string {
  if (isPinned) return 'pinned';
  const last = failed.size > 0 ? [...failed].at(-1) : undefined;
  if (last) return `retry: #${last[0]} failed (${last[1]})`;
  if (tiers.length === 1 && tiers[0]?.channels.length === 1) return 'only channel';
  if (session !== null && drawnFrom.length > 1) return 'session';
  return words ?? `weight ${shareOf(channel)} of ${totalShare(drawnFrom)} in priority ${channel.priority}`;
}
