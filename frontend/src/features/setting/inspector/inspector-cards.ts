import { type OptionCardRow } from '../option-card';

/** The options of the request inspector. */
export const inspectorCards: readonly OptionCardRow[] = [
  {
    id: 'inspector',
    title: 'inspector.title',
    description: 'inspector.description',
    switches: [
      {
        key: 'InspectorEnabled',
        label: 'inspector.enabled',
        hint: 'inspector.enabled_hint',
        offQuestion: 'inspector.off_question',
        offWarning: 'inspector.off_warning',
      },
      { key: 'InspectorOwnersMayRecord', label: 'inspector.owners_record', hint: 'inspector.owners_record_hint' },
      { key: 'InspectorAdminsMayRead', label: 'inspector.admins_read', hint: 'inspector.admins_read_hint' },
      { key: 'InspectorMaskPersonal', label: 'inspector.mask_personal', hint: 'inspector.mask_personal_hint' },
    ],
    fields: [
      { key: 'InspectorRetentionHours', label: 'inspector.retention', unit: 'inspector.hours' },
      {
        key: 'InspectorStoreMegabytes',
        label: 'inspector.store_max',
        hint: 'inspector.store_max_hint',
        unit: 'inspector.megabytes',
      },
      {
        key: 'InspectorBodyKilobytes',
        label: 'inspector.body_max',
        hint: 'inspector.body_max_hint',
        unit: 'inspector.kilobytes',
      },
      { key: 'InspectorMaskWords', label: 'inspector.mask_words', hint: 'inspector.mask_words_hint', form: 'area' },
    ],
  },
];
