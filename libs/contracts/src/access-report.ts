/** What a call may ask for, as far as that decides which channels can serve it. */
export const accessEndpoints = [
  'chat',
  'completions',
  'embeddings',
  'moderations',
  'rerank',
  'imageGenerations',
  'imageEdits',
  'imageVariations',
  'speech',
  'transcriptions',
  'translations',
  'realtime',
] as const;
export type AccessEndpoint = (typeof accessEndpoints)[number];

/** Largest size of a prompt that can be asked about, in tokens. */
export const REACH_PROMPT_TOKENS_MAX = 100_000_000;
/** Channels and models that one answer names at most. */
export const REACH_CHANNELS_MAX = 300;
export const REACH_MODELS_MAX = 3000;

/** Query of `GET /api/token/:id/reach`; without a model the answer names them all. */
export interface AccessReportQuery {
  readonly model?: string;
  /** `chat` when absent. */
  readonly endpoint?: AccessEndpoint;
  /** Size of the prompt that is asked about; 0 when absent. */
  readonly prompt_tokens?: number;
  /** The channel that would be named behind the key. */
  readonly channel?: number;
}

/** What a call would be refused with, in the words of the refusal. */
export interface AccessRefusal {
  /** The code of the error that callers see, such as `model_not_allowed`. */
  readonly code: string;
  readonly message: string;
}

/** Whether a key may call a model. */
export interface AccessModel {
  readonly model: string;
  readonly is_served: boolean;
  /** The group whose channels and ratio a call uses; empty when it is refused before one is chosen. */
  readonly group: string;
  /** The ratio of that group; null without a group. */
  readonly ratio: number | null;
  /** Channels that would be tried, and the highest priority among them; null for those who may not know. */
  readonly channels: number | null;
  readonly priority: number | null;
  /** Why not, in the order of the relay's checks; empty when it is served. */
  readonly refusals: readonly AccessRefusal[];
}

/**
 * Why calls of a key for a model never go to a channel: it is switched off; it is in none of the key's groups; it does
 * not list the model, or only its family while others list the very name; an earlier group of the key serves the model;
 * its type has no such endpoint; the prompt is too long for it; another channel is named behind the key; its mapping runs
 * in a circle; there are fewer attempts than channels before it.
 */
export const accessReasons = [
  'status',
  'group',
  'model',
  'family',
  'laterGroup',
  'endpoint',
  'promptTokens',
  'notPinned',
  'mapping',
  'attempts',
] as const;
export type AccessReason = (typeof accessReasons)[number];

/** One channel, seen from a key and a model. */
export interface AccessChannel {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly status: number;
  /** Why the server changed the status, and when in Unix seconds; empty and 0 when it did not. */
  readonly status_reason: string;
  readonly status_time: number;
  readonly groups: readonly string[];
  readonly priority: number;
  readonly weight: number;
  /** Percent of first attempts; 0 when others go first, null when calls never come here. */
  readonly share: number | null;
  /** The name under which the channel asks for the model. */
  readonly upstream_model: string;
  /** 0 is no limit. */
  readonly max_input_tokens: number;
  /**
   * The numbers of keys that are disabled and that rest, of a channel with several keys; a channel whose keys all rest
   * is tried last.
   */
  readonly keys: { readonly total: number; readonly out: number; readonly resting: number };
  readonly is_reachable: boolean;
  /** Empty and still not reachable: the call is refused as a whole. */
  readonly reasons: readonly AccessReason[];
}

/** Whom one attempt asks, with the chance in percent. */
export interface AccessAttempt {
  readonly number: number;
  readonly channels: readonly { readonly id: number; readonly share: number }[];
}

/** The way of one model, for administrators. */
export interface AccessDetail {
  readonly endpoint: AccessEndpoint;
  readonly prompt_tokens: number;
  /** 0 when the server chooses. */
  readonly pinned_channel: number;
  /** Calls of one conversation stay on one channel; shares then hold for conversations. */
  readonly keeps_sessions: boolean;
  /** Reachable ones first. */
  readonly channels: readonly AccessChannel[];
  /** Channels behind the last one named. */
  readonly channels_left_out: number;
  /** The way of a call whose likeliest channel fails each time. */
  readonly attempts: readonly AccessAttempt[];
}

/** What a key reaches. `own` is the view of its owner, who sees no channels. */
export interface AccessReport {
  readonly view: 'full' | 'own';
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly username: string;
    /** Calls are also refused from addresses that the key does not allow. */
    readonly is_ip_limited: boolean;
  };
  /** The groups of the key in the order they are asked. */
  readonly groups: readonly { readonly name: string; readonly ratio: number }[];
  /** What every call would be refused with. */
  readonly refusals: readonly AccessRefusal[];
  /** The model asked about alone, or all there are. */
  readonly models: readonly AccessModel[];
  readonly models_left_out: number;
  /** Null without a model and for owners. */
  readonly detail: AccessDetail | null;
}
