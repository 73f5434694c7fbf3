import { type Endpoint } from '@formats';
import { adapterFor } from '@providers';
import { type CatalogChannel, type CatalogTier } from '@channel';
import { AppError } from '@kernel';

/** The requirements of a call on the type of a channel. */
interface TypeRequirements {
  readonly model: string;
  readonly endpoint: Endpoint;
}

/** The requirements of a call on the input limit of a channel. */
interface SizeRequirements {
  readonly model: string;
  /** The estimated number of tokens in the prompt. */
  readonly promptTokens: number;
}

/** The requirements of a call on a channel. */
export type ChannelRequirements = TypeRequirements & SizeRequirements;

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
  return withRoom(servedBy(tiers, requirements), requirements);
}

/** @throws AppError RELAY_ROUTE_UNSUPPORTED when the type of no channel can serve the route */
export function servedBy(tiers: readonly CatalogTier[], { model, endpoint }: TypeRequirements): readonly CatalogTier[] {
  const able = keep(tiers, channel => serves(channel, endpoint));
  if (able.length === 0) throw new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model } });
  return able;
}

/** @throws AppError RELAY_CONTEXT_LENGTH when no channel takes such a prompt */
export function withRoom(
  tiers: readonly CatalogTier[],
  { model, promptTokens }: SizeRequirements,
): readonly CatalogTier[] {
  const roomy = keep(tiers, channel => hasRoom(channel, promptTokens));
  if (roomy.length > 0) return roomy;
  const limit = Math.max(...tiers.flatMap(tier => tier.channels.map(channel => channel.maxInputTokens)));
  throw new AppError('RELAY_CONTEXT_LENGTH', { params: { tokens: promptTokens, model, limit } });
}

/** The longest prompt in tokens that all channels take; Infinity where none has a limit. */
export function largestForAll(tiers: readonly CatalogTier[]): number {
  const limits = tiers.flatMap(tier => tier.channels.map(channel => channel.maxInputTokens || Infinity));
  return Math.min(...limits);
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
