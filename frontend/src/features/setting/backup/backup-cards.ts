import { type OptionCardRow } from '../option-card';

/** When backups are made, and how many are kept. */
const scheduleCard: OptionCardRow = {
  id: 'backup-schedule',
  title: 'backup.schedule',
  description: 'backup.schedule_hint',
  switches: [{ key: 'BackupEnabled', label: 'backup.enabled', hint: 'backup.enabled_hint' }],
  fields: [
    { key: 'BackupEveryHours', label: 'backup.every', hint: 'backup.every_hint', unit: 'backup.hours' },
    { key: 'BackupHour', label: 'backup.hour', hint: 'backup.hour_hint' },
    { key: 'BackupTimeZone', label: 'backup.zone', hint: 'backup.zone_hint' },
    { key: 'BackupKeepNewest', label: 'backup.keep_newest', hint: 'backup.keep_hint' },
    { key: 'BackupKeepDaily', label: 'backup.keep_daily' },
    { key: 'BackupKeepWeekly', label: 'backup.keep_weekly' },
    { key: 'BackupKeepMonthly', label: 'backup.keep_monthly' },
  ],
};

/** Where they go. */
export const placeCard: OptionCardRow = {
  id: 'backup-place',
  title: 'backup.place',
  description: 'backup.place_hint',
  switches: [{ key: 'BackupPathStyleEnabled', label: 'backup.path_style', hint: 'backup.path_style_hint' }],
  fields: [
    {
      key: 'BackupPlace',
      label: 'backup.kind',
      choices: { folder: 'backup.kind_folder', bucket: 'backup.kind_bucket' },
    },
    { key: 'BackupFolder', label: 'backup.folder', hint: 'backup.folder_hint' },
    { key: 'BackupBucket', label: 'backup.bucket' },
    { key: 'BackupPrefix', label: 'backup.prefix', hint: 'backup.prefix_hint' },
    { key: 'BackupBucketEndpoint', label: 'backup.endpoint', hint: 'backup.endpoint_hint' },
    { key: 'BackupBucketRegion', label: 'backup.region', hint: 'backup.region_hint' },
    { key: 'BackupAccessKeyId', label: 'backup.access_key', hint: 'backup.access_key_hint' },
    { key: 'BackupSecretKey', label: 'backup.secret_key' },
  ],
};

/** What protects them. */
const encryptionCard: OptionCardRow = {
  id: 'backup-encryption',
  title: 'backup.encryption',
  description: 'backup.encryption_hint',
  switches: [{ key: 'BackupSecretsIncluded', label: 'backup.secrets', hint: 'backup.secrets_hint' }],
  fields: [{ key: 'BackupPassphrase', label: 'backup.passphrase' }],
};

export const backupCards: readonly OptionCardRow[] = [scheduleCard, placeCard, encryptionCard];
