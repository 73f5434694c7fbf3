/** Where backups go. */
export const backupPlaces = ['folder', 'bucket'] as const;
export type BackupPlaceKind = (typeof backupPlaces)[number];

/** A backup that the server makes, has made, or could not make. Times are Unix seconds. */
export interface BackupRunView {
  readonly id: number;
  readonly state: 'running' | 'made' | 'failed';
  /** The name of the file or object. */
  readonly name: string;
  /** A folder, or an address as `s3://bucket/prefix`. */
  readonly destination: string;
  /** False for one that somebody started in the console. */
  readonly is_scheduled: boolean;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly bytes: number;
  readonly rows: number;
  /** Why it failed, or what went wrong after it was made; empty otherwise. */
  readonly error: string;
}

/** How backups are set up, and what became of the last ones. */
export interface BackupStatus {
  readonly destination: string;
  readonly is_encrypted: boolean;
  /** Whether the pass phrase comes from the environment, where it wins over the option. */
  readonly is_passphrase_given: boolean;
  readonly has_secrets: boolean;
  /** Null while nothing is scheduled. */
  readonly next_at: number | null;
  /** The newest first. */
  readonly runs: readonly BackupRunView[];
}

/** A backup in its place. */
export interface StoredBackupView {
  readonly name: string;
  readonly bytes: number;
  readonly made_at: number;
}
