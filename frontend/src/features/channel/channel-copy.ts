import { type ChannelSave, type ChannelView } from '@contracts';

/**
 * A copy of a channel for creation: it has another name and none of the old channel's state, usage or measured values.
 *
 * @param channel read with its key
 */
export function toCopy(channel: ChannelView, suffix: string): ChannelSave {
  return {
    type: channel.type,
    name: `${channel.name}${suffix}`,
    key: channel.key ?? '',
    several_keys: channel.several_keys,
    group: channel.group,
    models: channel.models,
    openai_organization: channel.openai_organization,
    ma_input_tokens: channel.ma_input_tokens,
    base_url: channel.base_url,
    other: channel.other,
    model_mapping: channel.model_mapping,
    status_code_mapping: channel.status_code_mapping,
    test_model: channel.test_model,
    auto_ban: channel.auto_ban,
    priority: channel.priority,
    weight: channel.weight,
  };
}
