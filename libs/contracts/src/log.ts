import { type LogSaying } from './log-sentence';
import { type LogTypeValue } from './statuses';

/** One request or account event. Quota in whole units; for users id is a running number and the channel is blank. */
export interface LogEntry {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly created_at: number;
  readonly type: LogTypeValue;
  readonly content: string;
  readonly token_name: string;
  readonly token_id: number;
  /** Group that was used. */
  readonly token_group: string;
  /** The requested name, not the mapped one. */
  readonly model_name: string;
  readonly quota: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Whole seconds of the whole request. */
  readonly use_time: number;
  readonly is_stream: boolean;
  readonly channel: number;
  readonly channel_name: string;
  readonly client_ip: string;
  /** The x-request-id of the response; empty for rows that are not calls. */
  readonly request_id: string;
  /** JSON text, see LogOther; may be empty. */
  readonly other: string;
}

/** Parsed `other` of a log entry; every field is optional because each kind of call fills its own. */
export interface LogOther {
  readonly model_ratio?: number;
  readonly group_ratio?: number;
  readonly completion_ratio?: number;
  /** Currency units per call; -1 when the call was billed by tokens. */
  readonly model_price?: number;
  readonly cache_tokens?: number;
  readonly cache_ratio?: number;
  readonly cache_creation_tokens?: number;
  readonly cache_creation_ratio?: number;
  /** Milliseconds until the first upstream data; absent when none arrived. */
  readonly frt?: number;
  readonly reasoning_effort?: string;
  readonly claude?: boolean;
  readonly ws?: boolean;
  readonly audio?: boolean;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly text_input?: number;
  readonly text_output?: number;
  readonly audio_ratio?: number;
  readonly audio_completion_ratio?: number;
  readonly image?: boolean;
  readonly image_ratio?: number;
  readonly image_output?: number;
  readonly error_type?: string;
  readonly error_code?: string;
  readonly status_code?: number;
  readonly request_path?: string;
  readonly request_id?: string;
  /** Format of the caller when it is not the OpenAI chat form: anthropic, gemini, responses. */
  readonly format?: string;
  /** The answer was converted from another form. */
  readonly converted?: boolean;
  /** Names of the caller's fields that could not be sent to the upstream. */
  readonly dropped?: readonly string[];
  /** Tokens that the answer was limited to, because no more could be paid; absent where it was not. */
  readonly answer_limit?: number;
  /** Names of the parts of the upstream's stream that broke its protocol and were rewritten for the caller. */
  readonly mended?: readonly string[];
  /** What `content` says in English, so that the console can say it in other languages; absent where others said it. */
  readonly said?: LogSaying;
  /** Only administrators receive this. */
  readonly admin_info?: LogAdminInfo;
}

export interface LogAdminInfo {
  /** Channel ids as texts, in the order tried. */
  readonly use_channel?: readonly string[];
  /**
   * Why the last of them was chosen: `pinned`, `previous response`, `session`, `only channel`,
   * `weight 30 of 50 in priority 0`, or `retry: #7 failed (busy)`.
   */
  readonly chosen_because?: string;
  /** The key that was used, of a channel with several: its place from 1, and enough of it to tell it from others. */
  readonly used_key_position?: number;
  readonly used_key_mask?: string;
  readonly is_model_mapped?: boolean;
  readonly upstream_model_name?: string;
  /** Management rows: who changed something, from where, what it was, and its fields before and after. */
  readonly actor?: string;
  readonly actor_id?: number;
  readonly actor_ip?: string;
  readonly target?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Why, in the words of the actor. */
  readonly reason?: string;
  /** Source id of the ledger movement behind a changed balance. */
  readonly movement?: string;
}

/** 1-based page (0 counts as 1). Times are Unix seconds, both inclusive, 0 unbounded; type 0 is all. */
export interface LogQuery {
  readonly p?: number;
  readonly page_size?: number;
  readonly type?: number;
  readonly token_name?: string;
  readonly model_name?: string;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  /** For administrators only; ignored for other users, as is `channel`. */
  readonly username?: string;
  readonly channel?: number;
  readonly group?: string;
}

/** Sums over consumption under the filters; rpm and tpm look at the last 60 seconds only. */
export interface LogStat {
  readonly quota: number;
  readonly count: number;
  readonly token: number;
  readonly rpm: number;
  readonly tpm: number;
}

/** One hour of one model. Summed over all users, id and user_id are 0 and username is empty. */
export interface HourlyUsage {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly model_name: string;
  /** Unix seconds of the start of the hour. */
  readonly created_at: number;
  readonly token_used: number;
  readonly count: number;
  readonly quota: number;
}

export interface HourlyUsageQuery {
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  readonly username?: string;
}

export const dataGranularities = ['hour', 'day', 'week'] as const;
export type DataGranularity = (typeof dataGranularities)[number];
