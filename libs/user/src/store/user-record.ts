import { type CallLimitColumns } from './call-limit-columns';

/** An account as other modules see it: everything but its secrets. Times are milliseconds. */
export interface UserRecord extends CallLimitColumns {
  readonly id: number;
  readonly username: string;
  readonly displayName: string;
  readonly role: number;
  readonly status: number;
  readonly email: string | null;
  /** One group name or a comma list; the first is the primary group. */
  readonly group: string;
  readonly affCode: string | null;
  readonly affCount: number;
  /** The id of the inviting account; 0 without an invitation. */
  readonly inviterId: number;
  /** A text that this user sees, written by an administrator. */
  readonly message: string;
  readonly sessionVersion: number;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  /** The time of deletion; null while the account exists. */
  readonly deletedAtMs: number | null;
}
