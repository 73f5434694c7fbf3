/** Times of the request inspector are Unix seconds, sizes bytes. */

export const INSPECT_RULES_MAX = 50;
export const INSPECT_RULE_HOURS_MAX = 168;
export const INSPECT_OWN_HOURS_MAX = 24;
export const INSPECT_NOTE_MAX = 200;
/** A rule records at most so many of a thousand calls: all of them. */
export const INSPECT_PER_MILLE_MAX = 1000;
/** The most rows that are asked about at once. */
export const INSPECT_KEPT_IDS_MAX = 100;
export const INSPECT_LIST_MAX = 100;

/** A rule that root makes. 0 and an empty text stand for any; several that are given must all fit. */
export interface InspectRuleCreate {
  readonly user_id: number;
  readonly token_id: number;
  readonly channel_id: number;
  readonly model_name: string;
  /** How many of a thousand calls are recorded. */
  readonly per_mille: number;
  readonly only_failures: boolean;
  readonly hours: number;
  /** Why calls are recorded; the users whose calls are recorded do not see it. */
  readonly note: string;
}

/** A rule that is in force. */
export interface InspectRuleView extends Omit<InspectRuleCreate, 'hours'> {
  readonly id: number;
  /** Whether the owner of the key has made the rule. */
  readonly is_own: boolean;
  readonly created_by: string;
  readonly created_time: number;
  readonly expired_time: number;
  /** Names for the ids; empty where the rule names none, or the row is gone. */
  readonly username: string;
  readonly token_name: string;
  readonly channel_name: string;
}

/** A request of a user to record the calls of an own key. */
export interface InspectOwnCreate {
  readonly token_id: number;
  readonly hours: number;
}

/** What tells users that calls of theirs are recorded. */
export interface InspectNotice {
  /** 0 for every call of the user. */
  readonly token_id: number;
  /** Empty for every model. */
  readonly model_name: string;
  /** Whether the user has switched it on; otherwise the operator has. */
  readonly is_own: boolean;
  readonly per_mille: number;
  readonly only_failures: boolean;
  readonly expired_time: number;
}

export interface InspectNotices {
  readonly notices: readonly InspectNotice[];
  /** Whether users may record the calls of their own keys. */
  readonly may_record: boolean;
  /** Whether administrators, and not root alone, may read what is recorded. */
  readonly administrators_read: boolean;
  readonly retention_hours: number;
}

/** The ids of log rows, of which some may have their content kept. */
export interface InspectKeptQuery {
  readonly request_ids: readonly string[];
}

/** A call whose content is kept and may be read by whoever asks. */
export interface InspectKept {
  readonly request_id: string;
  readonly kept_until: number;
}

/** A kept call in the list for root. */
export interface InspectedCallRow extends InspectKept {
  readonly id: number;
  readonly created_time: number;
  readonly user_id: number;
  readonly username: string;
  readonly token_id: number;
  readonly model_name: string;
  readonly status: number;
  readonly has_failed: boolean;
  /** What it occupies in the store. */
  readonly bytes: number;
}

export interface InspectStore {
  readonly calls: readonly InspectedCallRow[];
  readonly total: number;
  readonly bytes: number;
  readonly bytes_max: number;
}

/** A body as it was kept, after masking. */
export interface InspectedBody {
  /** Empty where nothing of it is kept. */
  readonly text: string;
  readonly content_type: string;
  /** The length of the whole body as it passed. */
  readonly bytes: number;
  /** Whether the text is only the beginning. */
  readonly is_cut: boolean;
  /**
   * Why the text is not the body itself: it is no text; its masked parts run over several events, so that only the
   * collected text is kept; or memory for recording was short.
   */
  readonly left_out?: 'binary' | 'events' | 'memory';
  /** The text of a stream's events put together; absent for bodies that are no stream. */
  readonly collected?: string;
}

export type InspectedHeaders = Readonly<Record<string, string>>;

/** One try at one channel. Milliseconds count from the start of the call. */
export interface InspectedAttempt {
  readonly channel_id: number;
  readonly method: string;
  readonly url: string;
  readonly started_ms: number;
  readonly request_headers: InspectedHeaders;
  readonly request: InspectedBody;
  /** 0 where no response came. */
  readonly status: number;
  readonly response_headers: InspectedHeaders;
  readonly response: InspectedBody;
  readonly first_byte_ms: number | null;
  readonly ended_ms: number | null;
  /** What broke the exchange; empty for none. */
  readonly fault: string;
}

/** The content of a call. */
export interface InspectedCall {
  readonly request_id: string;
  readonly created_time: number;
  readonly kept_until: number;
  readonly user_id: number;
  readonly model_name: string;
  readonly method: string;
  readonly path: string;
  readonly request_headers: InspectedHeaders;
  readonly request: InspectedBody;
  readonly status: number;
  readonly answer_headers: InspectedHeaders;
  readonly answer: InspectedBody;
  readonly first_byte_ms: number | null;
  readonly ended_ms: number;
  /** Whether the caller left before the end. */
  readonly is_left: boolean;
  /** Only for administrators who may read contents; absent for the owner of the key. */
  readonly attempts?: readonly InspectedAttempt[];
}
