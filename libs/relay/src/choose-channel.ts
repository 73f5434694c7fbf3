/** Added to every weight, so that a channel of weight 0 still gets its share. */
const WEIGHT_BASE = 10;

/** What the choice looks at. */
export interface Choosable {
  readonly id: number;
  readonly weight: number;
}

export interface ChoiceTier<Channel extends Choosable> {
  readonly channels: readonly Channel[];
}

export interface ChannelChoice<Channel extends Choosable> {
  /** Highest priority first. */
  readonly tiers: readonly ChoiceTier<Channel>[];
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Channels that failed in this request. */
  readonly tried: ReadonlySet<number>;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/**
 * Each retry goes one tier down and stays in the lowest. Channels that failed in this request are left out while another
 * remains in any tier: below the tier first, then above it. Inside a tier the share is weight + 10.
 *
 * @returns null when there are no candidates at all
 */
export function chooseChannel<Channel extends Choosable>(choice: ChannelChoice<Channel>): Channel | null {
  const { tiers, attempt, tried, random } = choice;
  const start = Math.min(attempt, tiers.length - 1);
  for (const at of searchOrder(start, tiers.length)) {
    const tier = tiers[at]?.channels ?? [];
    const fresh = tried.size === 0 ? tier : tier.filter(channel => !tried.has(channel.id));
    if (fresh.length > 0) return draw(fresh, random);
  }
  const again = tiers[start]?.channels ?? [];
  return again.length > 0 ? draw(again, random) : null;
}

function* searchOrder(start: number, count: number): Generator<number> {
  for (let at = start; at < count; at++) yield at;
  for (let at = start - 1; at >= 0; at--) yield at;
}

function draw<Channel extends Choosable>(channels: readonly Channel[], random: number): Channel | null {
  if (channels.length === 1) return channels[0] ?? null;
  const total = channels.reduce((sum, channel) => sum + channel.weight + WEIGHT_BASE, 0);
  let left = random * total;
  for (const channel of channels) {
    left -= channel.weight + WEIGHT_BASE;
    if (left < 0) return channel;
  }
  return channels[channels.length - 1] ?? null;
}
