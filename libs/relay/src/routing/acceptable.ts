import { type Endpoint } from '@formats';
import { adapterFor } from '@providers';
import { type CatalogChannel, type CatalogTier } from '@channel';
import { AppError } from '@kernel';

/** What a call asks of a channel. */
export interface ChannelDemand {
  readonly model: string;
  readonly endpoint: Endpoint;
  /** Estimate. */
  readonly promptTokens: number;
}

/** Whether the type of a channel has the endpoint at all. */
export function serves(channel: CatalogChannel, endpoint: Endpoint): boolean {
  return adapterFor(channel.type)?.endpoints.includes(endpoint) ?? false;
}

/** Whether a prompt is short enough for a channel. */
export function hasRoom({ maxInputTokens }: CatalogChannel, promptTokens: number): boolean {
  return maxInputTokens === 0 || maxInputTokens >= promptTokens;
}

/**
 * Leaves out channels whose type cannot serve the route, and those the prompt is too long for.
 *
 * @throws AppError RELAY_ROUTE_UNSUPPORTED, RELAY_CONTEXT_LENGTH when that leaves none
 */
export function acceptable(tiers: readonly CatalogTier[], demand: ChannelDemand): readonly CatalogTier[] {
  const { model, endpoint, promptTokens } = demand;
  const able = keep(tiers, channel => serves(channel, endpoint));
  if (able.length === 0) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model } });
  const roomy = keep(able, channel => hasRoom(channel, promptTokens));
  if (roomy.length > 0) return roomy;
  const limit = Math.max(...able.flatMap(tier => tier.channels.map(channel => channel.maxInputTokens)));
  throw new AppError('RELAY_CONTEXT_LENGTH', { params: { tokens: promptTokens, model, limit } });
}

/** The same tiers when all channels stay, which is the usual case and costs no copy. */
export function keep(
  tiers: readonly CatalogTier[],
  isKept: (channel: CatalogChannel) => boolean,
): readonly CatalogTier[] {
  if (tiers.every(tier => tier.channels.every(isKept))) return tiers;
  return tiers
    .map(tier => ({ priority: tier.priority, channels: tier.channels.filter(isKept) }))
    .filter(tier => tier.channels.length > 0);
}
