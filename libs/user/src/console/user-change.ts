import { type LogSaying } from '@contracts';
import { type ManagementEntry } from '@platform';
import { type CallLimitColumns } from '../store/call-limit-columns';
import { type UserRecord } from '../store/user-record';

/** The columns that an administrator's edit writes; absent ones stay. */
export interface EditedColumns extends Partial<CallLimitColumns> {
  readonly username?: string;
  readonly usernameKey?: string;
  readonly displayName?: string;
  readonly group?: string;
  readonly message?: string;
  readonly passwordHash?: string;
}

/** The names of the columns on the wire and in a sentence. */
const fields = {
  username: { wire: 'username', key: 'user_field_username' },
  displayName: { wire: 'display_name', key: 'user_field_display_name' },
  group: { wire: 'group', key: 'user_field_group' },
  rpmLimit: { wire: 'rpm_limit', key: 'user_field_rpm' },
  tpmLimit: { wire: 'tpm_limit', key: 'user_field_tpm' },
  maxConcurrency: { wire: 'max_concurrency', key: 'user_field_concurrency' },
  rpdLimit: { wire: 'rpd_limit', key: 'user_field_rpd' },
  message: { wire: 'message_penetration', key: 'user_field_message' },
} as const;

const changeable = [
  'username',
  'displayName',
  'group',
  'rpmLimit',
  'tpmLimit',
  'maxConcurrency',
  'rpdLimit',
  'message',
] as const;

/**
 * Describes an edit for the management log; of a password it says only that it changed.
 *
 * @returns null when everything stays as it is
 */
export function userChange(
  before: UserRecord,
  edited: EditedColumns,
): (Required<Pick<ManagementEntry, 'before' | 'after'>> & { readonly deed: LogSaying }) | null {
  const parts: LogSaying[] = [];
  const values: { before: Record<string, unknown>; after: Record<string, unknown> } = { before: {}, after: {} };
  for (const column of changeable) {
    const after = edited[column];
    if (after === undefined || after === before[column]) continue;
    const { wire, key } = fields[column];
    parts.push(key === 'user_field_message' ? { key } : { key, before: before[column], after });
    values.before[wire] = before[column];
    values.after[wire] = after;
  }
  if (edited.passwordHash !== undefined) {
    parts.push({ key: 'user_field_password' });
    values.after.password = 'changed';
  }
  return parts.length === 0 ? null : { deed: { key: 'user_changed', fields: parts }, ...values };
}
