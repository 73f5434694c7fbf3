import { channelsFor, portionOf, type Choosable, type RouteTier } from '../routing/choose-route';

/**
 * The channels from which one attempt is drawn, and the chance of each from 0 to 1; null where a strategy decides at that
 * moment.
 */
export type ForeseenAttempt<Channel> = readonly { readonly channel: Channel; readonly portion: number | null }[];

interface Foresight<Channel extends Choosable> {
  /** Highest priority first. */
  readonly tiers: readonly RouteTier<Channel>[];
  readonly isResting: (channel: Channel) => boolean;
  readonly attemptsMax: number;
  /** Whether chance and weight choose among several channels, and no other strategy. */
  readonly isByWeight: boolean;
}

/**
 * The attempts of a call whose likeliest channel fails each time, chosen as the relay itself chooses; with a strategy it
 * is the one with the largest weight, for want of a better guess. The list ends when every channel has failed, since
 * further attempts would only repeat.
 */
export function foreseeAttempts<Channel extends Choosable>(
  foresight: Foresight<Channel>,
): readonly ForeseenAttempt<Channel>[] {
  const { tiers, isResting, attemptsMax, isByWeight } = foresight;
  const attempts: ForeseenAttempt<Channel>[] = [];
  const failed = new Map<number, string>();
  while (attempts.length < attemptsMax) {
    const channels = channelsFor({ tiers, isResting, attempt: attempts.length, failed });
    const asked = channels.map(channel => ({ channel, portion: portionOf(channel, channels) }));
    const [likeliest] = [...asked].sort((left, right) => right.portion - left.portion);
    if (!likeliest || failed.has(likeliest.channel.id)) break;
    attempts.push(isByWeight || asked.length === 1 ? asked : channels.map(channel => ({ channel, portion: null })));
    failed.set(likeliest.channel.id, 'broken');
  }
  return attempts;
}
