import { type OptionKey } from './options';

/** How old something gets, by an option of its own. */
export interface RetentionRule {
  /** Days; 0 keeps everything. */
  readonly option: OptionKey;
  /** The fewest days that are allowed where it is not 0. */
  readonly leastDays: number;
}

/** Everything that retention removes, or sums up in the case of movements; in the order in which it is done. */
export const retentionRules = {
  log_consume: { option: 'LogConsumeDays', leastDays: 1 },
  log_top_up: { option: 'LogTopUpDays', leastDays: 1 },
  log_management: { option: 'LogManagementDays', leastDays: 30 },
  log_system: { option: 'LogSystemDays', leastDays: 1 },
  log_error: { option: 'LogErrorDays', leastDays: 1 },
  log_warning: { option: 'LogWarningDays', leastDays: 1 },
  log_reward: { option: 'LogRewardDays', leastDays: 1 },
  tasks: { option: 'TaskDays', leastDays: 1 },
  drawings: { option: 'DrawingDays', leastDays: 1 },
  usage_hours: { option: 'UsageHoursDays', leastDays: 31 },
  movements: { option: 'MovementDays', leastDays: 30 },
  expired_orders: { option: 'ExpiredOrderDays', leastDays: 30 },
  check_ins: { option: 'CheckInDays', leastDays: 35 },
  spent_codes: { option: 'SpentCodeDays', leastDays: 1 },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type RetentionSubject = keyof typeof retentionRules;

export const retentionSubjects = Object.keys(retentionRules) as readonly RetentionSubject[];

/** A table of the database. */
export interface StorageTable {
  readonly name: string;
  readonly rows: number;
  /** Whether the number of rows is the estimate of the database. */
  readonly is_rows_estimated: boolean;
  /** With indexes. */
  readonly bytes: number;
  readonly is_bytes_estimated: boolean;
}

/** What retention does about one subject. Times are Unix seconds, 0 where there is none. */
export interface StorageSubject {
  readonly subject: RetentionSubject;
  readonly days: number;
  /** Everything before this time is removed with the next run; 0 keeps everything. */
  readonly before: number;
  readonly next_rows: number;
  /** Whether there are more than `next_rows`, which were not counted to their end. */
  readonly is_next_more: boolean;
  /** What the last run that found something has removed. */
  readonly removed_rows: number;
  readonly removed_at: number;
}

/** What the database holds, and what retention does about it. */
export interface StorageView {
  readonly database: 'sqlite' | 'postgres' | 'mysql';
  /** The largest first. */
  readonly tables: readonly StorageTable[];
  readonly bytes: number;
  /** Bytes inside the files of the database that hold nothing, and are used again; null where that is not known. */
  readonly free_bytes: number | null;
  /** What the disk of the database has left; null where that is not known. */
  readonly disk_free_bytes: number | null;
  /** When the figures of the tables were taken. */
  readonly measured_at: number;
  /** The oldest row of the log; 0 for an empty log. */
  readonly oldest_log_at: number;
  readonly subjects: readonly StorageSubject[];
  /** Whether this node cleans up now. */
  readonly is_running: boolean;
  /** When the last run came to its end. */
  readonly ran_at: number;
}
