import { type Page } from './envelope';
import { type LogSaying } from './log-sentence';
import { type LogTypeValue } from './statuses';

/**
 * One request or account event. Quota is in whole units; for users, `id` is a running number and the channel is blank.
 */
export interface LogEntry {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly created_at: number;
  readonly type: LogTypeValue;
  readonly content: string;
  readonly token_name: string;
  readonly token_id: number;
  /** The group that the call used. */
  readonly token_group: string;
  /** The model name as requested, not as mapped. */
  readonly model_name: string;
  readonly quota: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** The duration of the whole request in whole seconds. */
  readonly use_time: number;
  /** The duration in milliseconds; 0 for rows that are no calls. */
  readonly duration_ms: number;
  readonly is_stream: boolean;
  readonly channel: number;
  readonly channel_name: string;
  readonly client_ip: string;
  /** The x-request-id of the response; empty for rows that are not calls. */
  readonly request_id: string;
  /** Units that the call cost at its supplier, for administrators only; absent where that is not known. */
  readonly cost?: number;
  /** The team whose key made the call; absent for all others. */
  readonly team_id?: number;
  /** Tags of the call, joined by commas; absent without any. */
  readonly tags?: string;
  /** JSON text of a `LogOther`; may be empty. */
  readonly other: string;
}

/** The parsed `other` of a log entry; every field is optional because each kind of call fills its own. */
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
  /** The model that the caller named, where an alias or a chain led to the one of the row. */
  readonly requested_model?: string;
  /** True when the call came with the key that a rotation of its token had replaced. */
  readonly previous_key?: boolean;
  /** The conversation that the call named, in 12 hexadecimal digits; the calls of one key that name the same one share it. */
  readonly session?: string;
  /** The wire format of the caller when it is not the OpenAI chat format: anthropic, gemini, responses. */
  readonly format?: string;
  /** True when the answer was converted from another wire format. */
  readonly converted?: boolean;
  /** Names of the caller's fields that could not be sent to the upstream. */
  readonly dropped?: readonly string[];
  /** Tokens that the answer was limited to, because no more could be paid; absent where it was not. */
  readonly answer_limit?: number;
  /** Names of the parts of the upstream's stream that broke its protocol and were rewritten for the caller. */
  readonly mended?: readonly string[];
  /**
   * The sentence behind `content`, so that the console can write it in other languages; absent when the text is not one
   * of ours.
   */
  readonly said?: LogSaying;
  /** The part that only administrators receive. */
  readonly admin_info?: LogAdminInfo;
}

export interface LogAdminInfo {
  /** The channel ids as texts, in the order in which they were tried. */
  readonly use_channel?: readonly string[];
  /**
   * Why the last channel was chosen: `pinned`, `previous response`, `session`, `only channel`, `weight 30 of 50 in
   * priority 0`, `fastest: 0.42 s`, `fastest: measured`, `least busy: 3 running`, `cheapest: 0.8`, or `retry: #7 failed (busy)`.
   */
  readonly chosen_because?: string;
  /** The key that was used, for a channel with several: its place from 1, and enough of it to recognise it. */
  readonly used_key_position?: number;
  readonly used_key_mask?: string;
  readonly is_model_mapped?: boolean;
  readonly upstream_model_name?: string;
  /** Rows about management: who changed something, from which address, what it was, and its fields before and after. */
  readonly actor?: string;
  readonly actor_id?: number;
  readonly actor_ip?: string;
  readonly target?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The reason in the actor's words. */
  readonly reason?: string;
  /** Source id of the ledger movement behind a changed balance. */
  readonly movement?: string;
}

/**
 * A 1-based page (0 counts as 1). Times are Unix seconds, both inclusive, and 0 is no limit; type 0 means all types.
 */
export interface LogQuery {
  readonly p?: number;
  readonly page_size?: number;
  /**
   * The page beside one that was listed, from its `next_cursor` or `previous_cursor`; `p` is the number of the page that
   * is asked for. Empty asks for the first of such pages. No row that was there is left out or repeated, whatever arrives.
   */
  readonly cursor?: string;
  readonly type?: number;
  readonly token_name?: string;
  readonly model_name?: string;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  /** Only for administrators; ignored for other users, as is `channel`. */
  readonly username?: string;
  readonly channel?: number;
  readonly group?: string;
  /** Calls with keys of a team; whoever is no administrator sees their own ones here. */
  readonly team?: number;
  /** Calls with a tag, as `project=a`. */
  readonly tag?: string;
  /** Calls of a conversation, by the `session` in `other`. */
  readonly session?: string;
  /** The rows of one call, by the x-request-id of its response. The id says when the call was, so times are ignored. */
  readonly request_id?: string;
}

/** A page of the log. The cursors are there when one was asked with, and empty when the page has no row. */
export interface LogPageView extends Page<LogEntry> {
  readonly next_cursor?: string;
  readonly previous_cursor?: string;
}

/** Sums over the consumption that fits the filters; rpm and tpm always cover the last 60 seconds. */
export interface LogStat {
  readonly quota: number;
  readonly count: number;
  readonly token: number;
  readonly rpm: number;
  readonly tpm: number;
}

/** One hour of one model. In sums over all users, id and user_id are 0 and username is empty. */
export interface HourlyUsage {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly model_name: string;
  /** Unix seconds at the start of the hour. */
  readonly created_at: number;
  readonly token_used: number;
  readonly count: number;
  readonly quota: number;
}

export interface HourlyUsageQuery {
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  readonly username?: string;
  /**
   * Sums per day instead of per hour: the seconds from midnight of UTC at which the reader's days begin, 0 to 86,399. The
   * rows then stand at the beginnings of these days.
   */
  readonly day_start?: number;
}

/** What usage can be ranked by; users and channels for administrators only. */
export const usageRankings = ['user', 'key', 'model', 'channel', 'group'] as const;
export type UsageRanking = (typeof usageRankings)[number];

export interface UsageRankQuery {
  readonly by: UsageRanking;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
}

/** The sums of one user, key, model, channel or group over a span; those who spent most come first. */
export interface UsageRank {
  /** The user for `user` and `key`, the channel for `channel`; 0 for all others. */
  readonly id: number;
  readonly name: string;
  /** The owner of a key, as administrators see it; empty for all others. */
  readonly username: string;
  readonly token_used: number;
  readonly count: number;
  readonly quota: number;
}

export const dataGranularities = ['hour', 'day', 'week'] as const;
export type DataGranularity = (typeof dataGranularities)[number];
