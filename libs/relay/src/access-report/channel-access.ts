import { upstreamModelName, type CatalogChannel, type CatalogSnapshot } from '@channel';
import { type AccessReason } from '@contracts';
import { isAppError } from '@kernel';
import { hasRoom, serves, type ChannelRequirements } from '../routing/acceptable';

/** Where a call would look for channels. */
export interface AccessRequest {
  readonly requirements: ChannelRequirements;
  /** The key's groups in the order they are asked. */
  readonly groups: readonly string[];
  /** The first of them that serves the model; null when none does. */
  readonly servingGroup: string | null;
  /** The channel that the key's suffix names, whatever its status; null when the server chooses. */
  readonly pinnedId: number | null;
}

/**
 * The channels to list in a report: those that list the model, those in one of the key's groups, and the one that the
 * key names.
 */
export function concernedChannels(snapshot: CatalogSnapshot, request: AccessRequest): readonly CatalogChannel[] {
  const listing = new Set(snapshot.listing(request.requirements.model));
  return snapshot.all.filter(
    channel =>
      listing.has(channel) ||
      channel.id === request.pinnedId ||
      channel.groups.some(group => request.groups.includes(group)),
  );
}

/** The reasons why calls never go to a channel; empty when they may. */
export function reasonsAgainst(
  snapshot: CatalogSnapshot,
  channel: CatalogChannel,
  request: AccessRequest,
): readonly AccessReason[] {
  const { endpoint, promptTokens, model } = request.requirements;
  return [
    ...placeReasons(snapshot, channel, request),
    ...(serves(channel, endpoint) ? [] : (['endpoint'] as const)),
    ...(hasRoom(channel, promptTokens) ? [] : (['promptTokens'] as const)),
    ...(upstreamNameOf(channel, model) === null ? (['mapping'] as const) : []),
  ];
}

/** The model name that a channel sends upstream; null when its mapping runs in a circle. */
export function upstreamNameOf(channel: CatalogChannel, model: string): string | null {
  try {
    return upstreamModelName(channel, model);
  } catch (error) {
    if (isAppError(error, 'RELAY_MAPPING')) return null;
    throw error;
  }
}

/**
 * A channel that the key names is used whatever its groups and models are. Otherwise the reasons come from the group
 * with the fewest obstacles.
 */
function placeReasons(
  snapshot: CatalogSnapshot,
  channel: CatalogChannel,
  { requirements, groups, servingGroup, pinnedId }: AccessRequest,
): readonly AccessReason[] {
  const inGroups = groups.map(group => ({ group, obstacles: snapshot.obstacles(channel, group, requirements.model) }));
  if (pinnedId !== null) {
    const isOff = inGroups.some(({ obstacles }) => obstacles.includes('status'));
    const isExpired = inGroups.some(({ obstacles }) => obstacles.includes('expired'));
    return [
      ...(channel.id === pinnedId ? [] : (['notPinned'] as const)),
      ...(isOff ? (['status'] as const) : []),
      ...(isExpired ? (['expired'] as const) : []),
    ];
  }
  const [best] = [...inGroups].sort((left, right) => left.obstacles.length - right.obstacles.length);
  if (!best) return ['group'];
  if (best.obstacles.length > 0) return best.obstacles;
  return best.group === servingGroup ? [] : ['laterGroup'];
}
