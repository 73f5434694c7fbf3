import { retentionRules, type RetentionSubject } from '@contracts';
import { type ParseKeys } from 'i18next';
import { type OptionCardRow, type OptionField } from '../option-card';

function field(subject: RetentionSubject, hint?: ParseKeys): OptionField {
  return {
    key: retentionRules[subject].option,
    label: `storage.subject_${subject}`,
    unit: 'storage.days',
    fault: 'storage.fault_days',
    ...(hint && { hint }),
  };
}

/** The cards for the ages of what only grows. */
export const retentionCards: readonly OptionCardRow[] = [
  {
    id: 'retention-log',
    title: 'storage.ages_log',
    description: 'storage.ages_hint',
    fields: [
      field('log_consume', 'storage.hint_log_consume'),
      field('log_error'),
      field('log_system'),
      field('log_warning'),
      field('log_top_up'),
      field('log_reward'),
      field('log_management', 'storage.hint_log_management'),
    ],
  },
  {
    id: 'retention-others',
    title: 'storage.ages_others',
    fields: [
      field('tasks', 'storage.hint_tasks'),
      field('drawings', 'storage.hint_tasks'),
      field('usage_hours', 'storage.hint_usage_hours'),
      field('movements', 'storage.hint_movements'),
      field('expired_orders', 'storage.hint_expired_orders'),
      field('check_ins', 'storage.hint_check_ins'),
      field('spent_codes'),
    ],
  },
];
