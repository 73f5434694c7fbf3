import type { ManagementEntry } from '@platform';
import type { UserRecord } from './user-record';

/** Columns that an administrator's edit writes; absent ones stay. */
export interface EditedColumns {
  readonly username?: string;
  readonly usernameKey?: string;
  readonly displayName?: string;
  readonly group?: string;
  readonly message?: string;
  readonly passwordHash?: string;
}

/** How each column is called on the wire and in a sentence; of some the sentence tells both values. */
const fields = {
  username: { wire: 'username', words: 'user name', isQuoted: true },
  displayName: { wire: 'display_name', words: 'display name', isQuoted: true },
  group: { wire: 'group', words: 'group', isQuoted: true },
  message: { wire: 'message_penetration', words: 'personal text', isQuoted: false },
} as const;

/**
 * What the management log says about an edit; of a password only that it changed.
 *
 * @returns null when everything stays as it is
 */
export function userChange(
  before: UserRecord,
  edited: EditedColumns,
): (Required<Pick<ManagementEntry, 'before' | 'after'>> & { readonly deed: string }) | null {
  const parts: string[] = [];
  const values: { before: Record<string, unknown>; after: Record<string, unknown> } = { before: {}, after: {} };
  for (const column of ['username', 'displayName', 'group', 'message'] as const) {
    const after = edited[column];
    if (after === undefined || after === before[column]) continue;
    const { wire, words, isQuoted } = fields[column];
    parts.push(isQuoted ? `${words} from ${before[column]} to ${after}` : words);
    values.before[wire] = before[column];
    values.after[wire] = after;
  }
  if (edited.passwordHash !== undefined) {
    parts.push('password');
    values.after['password'] = 'changed';
  }
  return parts.length === 0 ? null : { deed: `changed ${parts.join(', ')}`, ...values };
}
