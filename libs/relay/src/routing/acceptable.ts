import { type Endpoint } from '@formats';
import { adapterFor } from '@providers';
import { type CatalogChannel, type CatalogTier } from '@channel';
import { AppError } from '@kernel';

/** The requirements of a call on a channel. */
export interface ChannelRequirements {
  readonly model: string;
  readonly endpoint: Endpoint;
  /** The estimated number of tokens in the prompt. */
  readonly promptTokens: number;
}

/** Whether the type of a channel supports the endpoint. */
export function serves(channel: CatalogChannel, endpoint: Endpoint): boolean {
  return adapterFor(channel.type)?.endpoints.includes(endpoint) ?? false;
}

/** Whether a prompt is short enough for a channel. */
export function hasRoom({ maxInputTokens }: CatalogChannel, promptTokens: number): boolean {
  return maxInputTokens === 0 || maxInputTokens >= promptTokens;
}

/**
 * Removes channels whose type cannot serve the route, and those for which the prompt is too long.
 *
 * @throws AppError RELAY_ROUTE_UNSUPPORTED, RELAY_CONTEXT_LENGTH when no channel is left
 */
export function acceptable(tiers: readonly CatalogTier[], requirements: ChannelRequirements): readonly CatalogTier[] {
  const { model, endpoint, promptTokens } = requirements;
  const able = keep(tiers, channel => serves(channel, endpoint));
  if (able.length === 0) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model } });
  const roomy = keep(able, channel => hasRoom(channel, promptTokens));
  if (roomy.length > 0) return roomy;
  const limit = Math.max(...able.flatMap(tier => tier.channels.map(channel => channel.maxInputTokens)));
  throw new AppError('RELAY_CONTEXT_LENGTH', { params: { tokens: promptTokens, model, limit } });
}

/**
 * Keeps some of the channels. Returns the identical tiers when all channels stay, which is the usual case and costs no
 * copy.
 */
export function keep(
  tiers: readonly CatalogTier[],
  isKept: (channel: CatalogChannel) => boolean,
): readonly CatalogTier[] {
  if (tiers.every(tier => tier.channels.every(isKept))) return tiers;
  return tiers
    .map(tier => ({ priority: tier.priority, channels: tier.channels.filter(isKept) }))
    .filter(tier => tier.channels.length > 0);
}
