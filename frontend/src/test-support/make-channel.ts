import { plainChannelShape, type ChannelView } from '@contracts';

/** A row of the channel table. */
export function makeChannel(id: number, changes: Partial<ChannelView> = {}): ChannelView {
  return {
    ...plainChannelShape,
    id,
    type: 1,
    name: `channel ${id}`,
    status: 1,
    several_keys: false,
    total_keys: 1,
    usable_keys: 1,
    group: 'default',
    models: 'gpt-4o,o3',
    openai_organization: null,
    ma_input_tokens: 0,
    base_url: '',
    other: '',
    other_info: '',
    model_mapping: '',
    status_code_mapping: '',
    test_model: null,
    auto_ban: 1,
    priority: 5,
    weight: 2,
    response_time: 1500,
    test_time: 1,
    used_quota: 0,
    balance: 3,
    balance_updated_time: 0,
    created_time: 1,
    ...changes,
  };
}
