import { type ChannelSave, type ChannelView } from '@contracts';

/** The fields, as typed, that the form of one channel and the edit of many channels have in common. */
export interface CommonFieldsDraft {
  readonly modelMapping: string;
  readonly statusCodeMapping: string;
  readonly testModel: string;
  /** Largest prompt in tokens; 0 is no limit. */
  readonly inputTokensMax: string;
  readonly isAutoBan: boolean;
}

export const newCommonFields: CommonFieldsDraft = {
  modelMapping: '',
  statusCodeMapping: '',
  testModel: '',
  inputTokensMax: '0',
  isAutoBan: true,
};

type CommonFields = 'model_mapping' | 'status_code_mapping' | 'test_model' | 'ma_input_tokens' | 'auto_ban';

/** The fields of a channel as a form shows them. */
export function toCommonDraft(channel: Pick<ChannelView, CommonFields>): CommonFieldsDraft {
  return {
    modelMapping: channel.model_mapping ?? '',
    statusCodeMapping: channel.status_code_mapping ?? '',
    testModel: channel.test_model ?? '',
    inputTokensMax: String(channel.ma_input_tokens),
    isAutoBan: channel.auto_ban === 1,
  };
}

/** The fields as a call sends them. The draft must have no faults. */
export function toCommonFields(draft: CommonFieldsDraft) {
  return {
    ma_input_tokens: Number(draft.inputTokensMax.trim() || '0'),
    model_mapping: draft.modelMapping.trim(),
    status_code_mapping: draft.statusCodeMapping.trim(),
    test_model: draft.testModel.trim() || null,
    auto_ban: draft.isAutoBan ? 1 : 0,
  } satisfies Pick<ChannelSave, CommonFields>;
}
