/** An account as other modules see it: everything but its secrets. Times are milliseconds. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly displayName: string;
  readonly role: number;
  readonly status: number;
  readonly email: string | null;
  /** One group name or a comma list; the first is the primary one. */
  readonly group: string;
  readonly affCode: string | null;
  readonly affCount: number;
  /** Id of the inviting account; 0 without an invitation. */
  readonly inviterId: number;
  /** Personal broadcast text. */
  readonly message: string;
  readonly sessionVersion: number;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  /** Null while the account exists. */
  readonly deletedAtMs: number | null;
}
