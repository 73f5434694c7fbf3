/** Largest database file that the console takes; larger ones come by an address or by the command. */
export const MOVE_IN_FILE_BYTES_MAX = 4 * 1024 ** 3;
export const MOVE_IN_FILE_TYPE = 'application/vnd.sqlite3';
export const MOVE_IN_ADDRESS_MAX = 2_000;

/** What a database file holds: the whole gateway, or its log. */
export const moveInFileParts = ['source', 'logs'] as const;
export type MoveInFilePart = (typeof moveInFileParts)[number];

/** Starts a dry run or an import. */
export interface MoveInStart {
  /** `mysql://…` or `postgres://…`; empty for the file that was sent. */
  readonly address: string;
  /** Where the log lies, when it has a database of its own; empty otherwise. */
  readonly logs_address: string;
  /** Whether the log is in the second file that was sent. */
  readonly has_logs_file: boolean;
  /** Salt key of LiteLLM, or its master key; never stored. */
  readonly salt_key: string;
  /** True only says what would come. */
  readonly is_dry_run: boolean;
}

/** Rows and sums of one side, in units. */
export interface MoveInSide {
  readonly rows: number;
  readonly sums: Readonly<Record<string, number>>;
}

/** A table of the other gateway. The counts are null where a table is not compared row by row, as the log. */
export interface MoveInTable {
  readonly table: string;
  readonly there: MoveInSide;
  readonly fresh: number | null;
  readonly changed: number | null;
  readonly same: number | null;
  /** What came; null for a dry run, and for tables without a proof. */
  readonly here: MoveInSide | null;
  readonly is_equal: boolean | null;
}

/** Something that does not come, or comes changed. */
export interface MoveInRemark {
  readonly what: string;
  /** The first names; there may be more. */
  readonly names: readonly string[];
  readonly count: number;
}

export interface MoveInReport {
  readonly family: string;
  readonly tables: readonly MoveInTable[];
  readonly remarks: readonly MoveInRemark[];
  /** Accounts that were compared with their movements; null for a dry run. */
  readonly accounts_checked: number | null;
  readonly difference_units: number;
  readonly differences: readonly string[];
}

export type MoveInState = 'running' | 'done' | 'failed' | 'interrupted';

/** A dry run or an import. Times are Unix seconds. */
export interface MoveInRun {
  readonly id: number;
  readonly state: MoveInState;
  readonly is_dry_run: boolean;
  /** An address without its password, or `file`. */
  readonly source: string;
  /** Who started it. */
  readonly username: string;
  readonly started_at: number;
  /** 0 while it runs. */
  readonly ended_at: number;
  /** The table that is read, and how many of its rows have come. */
  readonly step: string;
  readonly step_rows: number;
  /** Why it failed; empty otherwise. */
  readonly error: string;
  readonly report: MoveInReport | null;
}

/** A database file that was sent; it is removed after the import, or after a day. */
export interface MoveInFile {
  readonly bytes: number;
  readonly sent_at: number;
}

export interface MoveInStatus {
  readonly source_file: MoveInFile | null;
  readonly logs_file: MoveInFile | null;
  /** The newest one. */
  readonly run: MoveInRun | null;
}
