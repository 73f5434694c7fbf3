import { isAbsolute, join } from 'node:path';
import { type OptionValues } from '@contracts';
import { type Config } from '@platform';
import { BucketPlace } from '../places/bucket-place';
import { FolderPlace } from '../places/folder-place';
import { type BackupPlace } from '../places/place';
import { withoutSlashes } from '../places/place-at';
import { type BackupRhythm } from './due';
import { type KeepRule } from './kept-backups';

/** What the options and the environment say about backups at one moment. */
export interface BackupPlan {
  readonly isEnabled: boolean;
  /** For people. */
  readonly destination: string;
  readonly passphrase: string | null;
  /** Secrets go only into backups that are encrypted. */
  readonly hasSecrets: boolean;
  readonly rhythm: BackupRhythm;
  readonly keep: KeepRule;
  /** @throws Error with a sentence */
  readonly open: () => Promise<BackupPlace & { readonly close?: () => void }>;
}

type PlanConfig = Pick<Config, 'dataDir' | 'backupPassphrase' | 'timeZone'>;

export function backupPlan(options: OptionValues, config: PlanConfig): BackupPlan {
  const passphrase = config.backupPassphrase || options.BackupPassphrase || null;
  const isBucket = options.BackupPlace === 'bucket';
  return {
    isEnabled: options.BackupEnabled,
    destination: isBucket
      ? `s3://${[options.BackupBucket, prefixOf(options)].filter(Boolean).join('/')}`
      : folderOf(options, config),
    passphrase,
    hasSecrets: passphrase !== null && options.BackupSecretsIncluded,
    rhythm: {
      everyHours: options.BackupEveryHours,
      hour: options.BackupHour,
      timeZone: zoneOf(options, config),
    },
    keep: {
      newest: options.BackupKeepNewest,
      daily: options.BackupKeepDaily,
      weekly: options.BackupKeepWeekly,
      monthly: options.BackupKeepMonthly,
    },
    open: () => (isBucket ? openBucket(options) : openFolder(folderOf(options, config))),
  };
}

function prefixOf({ BackupPrefix }: OptionValues): string {
  return withoutSlashes(BackupPrefix.trim());
}

function folderOf({ BackupFolder }: OptionValues, { dataDir }: PlanConfig): string {
  return BackupFolder.trim() || join(dataDir, 'backups');
}

/** A zone that was stored is one that was checked; another system may know fewer of them. */
function zoneOf({ BackupTimeZone }: OptionValues, { timeZone }: PlanConfig): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: BackupTimeZone || timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}

async function openFolder(path: string): Promise<BackupPlace> {
  if (!isAbsolute(path)) throw new Error(`the folder "${path}" must be a whole path, beginning at the root.`);
  return new FolderPlace(path);
}

async function openBucket(options: OptionValues): Promise<BucketPlace> {
  const { BackupBucket, BackupBucketEndpoint, BackupBucketRegion, BackupAccessKeyId, BackupSecretKey } = options;
  if (BackupBucket.trim() === '') throw new Error('the name of the bucket is missing.');
  return BucketPlace.open({
    endpoint: BackupBucketEndpoint,
    region: BackupBucketRegion.trim() || (BackupBucketEndpoint === '' ? '' : 'us-east-1'),
    bucket: BackupBucket.trim(),
    prefix: prefixOf(options),
    isPathStyle: BackupBucketEndpoint !== '' && options.BackupPathStyleEnabled,
    credentials:
      BackupAccessKeyId && BackupSecretKey
        ? { accessKeyId: BackupAccessKeyId.trim(), secretAccessKey: BackupSecretKey }
        : null,
  });
}
