import { ChannelStatus } from '@contracts';
import { type CatalogChannel, ChannelStatusReadModel } from '@channel';
import { watchedChannels } from './scope';
import { MINUTE_MS, type Finding, type Watch, type World } from './watch';

const REASON_MAX = 300;

/** Channels that the server has disabled, and those of which every usable key rests. Disabling by a person is no alert. */
export const channelDown: Watch = {
  everyMs: MINUTE_MS,
  find: async (rule, world) => {
    const channels = watchedChannels(rule, world);
    const disabled = channels.filter(({ status }) => status === ChannelStatus.AutoDisabled);
    return [...(await disabledOnes(disabled, world)), ...restingOnes(channels, world)];
  },
};

async function disabledOnes(channels: readonly CatalogChannel[], world: World): Promise<readonly Finding[]> {
  if (channels.length === 0) return [];
  const reasons = await new ChannelStatusReadModel(world.database).reasonsOf(channels.map(({ id }) => id));
  return channels.map(({ id, name }) => ({
    subject: `channel:${id}`,
    sentence: 'channel_disabled',
    figures: { id, name, reason: reasons.get(id)?.reason.slice(0, REASON_MAX) || '-' },
  }));
}

function restingOnes(channels: readonly CatalogChannel[], { keys }: World): readonly Finding[] {
  const resting = new Map<number, Set<string>>();
  for (const { channelId, keyHash } of keys.resting()) {
    if (keyHash === null) continue;
    resting.set(channelId, (resting.get(channelId) ?? new Set()).add(keyHash));
  }
  return channels.flatMap(({ id, name, status, keys: all, keyHash }) => {
    const hashes = resting.get(id);
    if (status !== ChannelStatus.Enabled || !hashes) return [];
    const usable = all.filter(({ fault }) => fault === null).map(key => key.keyHash);
    const asked = usable.length > 0 ? usable : [keyHash];
    if (!asked.every(hash => hashes.has(hash))) return [];
    const figures = { id, name, resting: asked.length, keys: asked.length };
    return [{ subject: `channel:${id}`, sentence: 'channel_resting', figures }];
  });
}
