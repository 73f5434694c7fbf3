import { INSPECT_PER_MILLE_MAX, INSPECT_RULE_HOURS_MAX, MODEL_NAME_MAX, type InspectRuleCreate } from '@contracts';
import { isWhole } from '../../../shared/form/whole-number';

/** What was typed into the form of a rule. */
export interface RuleDraft {
  readonly user: string;
  readonly token: string;
  readonly channel: string;
  readonly model: string;
  readonly share: string;
  readonly hours: string;
  readonly onlyFailures: boolean;
  readonly note: string;
}

export type RuleFault = 'user' | 'token' | 'channel' | 'model' | 'share' | 'hours';

export const newRuleDraft: RuleDraft = {
  user: '',
  token: '',
  channel: '',
  model: '',
  share: String(INSPECT_PER_MILLE_MAX),
  hours: '1',
  onlyFailures: false,
  note: '',
};

/** The first field that cannot be sent. */
export function findRuleFault(draft: RuleDraft): RuleFault | null {
  for (const name of ['user', 'token', 'channel'] as const) {
    if (draft[name].trim() !== '' && !isWhole(draft[name], 1, Number.MAX_SAFE_INTEGER)) return name;
  }
  if (draft.model.trim().length > MODEL_NAME_MAX) return 'model';
  if (!isWhole(draft.share, 1, INSPECT_PER_MILLE_MAX)) return 'share';
  return isWhole(draft.hours, 1, INSPECT_RULE_HOURS_MAX) ? null : 'hours';
}

export function toRuleCreate(draft: RuleDraft): InspectRuleCreate {
  return {
    user_id: Number(draft.user),
    token_id: Number(draft.token),
    channel_id: Number(draft.channel),
    model_name: draft.model.trim(),
    per_mille: Number(draft.share),
    only_failures: draft.onlyFailures,
    hours: Number(draft.hours),
    note: draft.note.trim(),
  };
}

/** Whether a rule would record every call of the site. */
export function isForAll({ user, token, channel, model, share, onlyFailures }: RuleDraft): boolean {
  const isAnyone = [user, token, channel, model].every(text => text.trim() === '');
  return isAnyone && !onlyFailures && Number(share) === INSPECT_PER_MILLE_MAX;
}
