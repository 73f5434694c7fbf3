import { type ApiError } from '../../api/envelope-base-query';
import { plainChannelShape, type ChannelSave, type ChannelShape, type ChannelView } from '@contracts';

/** A channel to copy, with what is said when it is refused. */
export interface ChannelCopy {
  readonly id: number;
  /** Added to the name of the copy. */
  readonly suffix: string;
  /** Said when the channel is gone. */
  readonly missing: string;
  /** Said before the server's reason when the copy is refused. */
  readonly failed: string;
}

/** An error that says `message` where the server refused; other errors stay as they are. */
export function explained(error: ApiError, message: string): ApiError {
  return error.kind === 'refused' ? { ...error, message } : error;
}

/**
 * A copy of a channel for creation: it has another name and none of the old channel's state, usage or measured values.
 *
 * @param channel read with its key
 */
export function toCopy(channel: ChannelView, suffix: string): ChannelSave {
  const names = Object.keys(plainChannelShape) as (keyof ChannelShape)[];
  const shape = Object.fromEntries(names.map(name => [name, channel[name]]));
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
    ...shape,
  };
}
