import { type RoutingStrategy } from './routing-strategy';

/** The kinds of calls, as far as the kind decides which channels can serve a call. */
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
/** The largest number of channels that one response names; the largest number of models follows. */
export const REACH_CHANNELS_MAX = 300;
export const REACH_MODELS_MAX = 3000;

/** The query of `GET /api/token/:id/reach`. Without a model, the response names all models. */
export interface AccessReportQuery {
  readonly model?: string;
  /** The kind of the call; `chat` when absent. */
  readonly endpoint?: AccessEndpoint;
  /** Size of the prompt in tokens; 0 when absent. */
  readonly prompt_tokens?: number;
  /** Id of a channel that the call would name behind the key. */
  readonly channel?: number;
}

/** A refusal that a call would get: the code and the message of the error. */
export interface AccessRefusal {
  /** The code of the error that callers see, such as `model_not_allowed`. */
  readonly code: string;
  readonly message: string;
}

/** One model, seen from a key: whether the key may call it, and why not. */
export interface AccessModel {
  readonly model: string;
  readonly is_served: boolean;
  /** The group whose channels and ratio a call uses; empty when the call is refused before a group is chosen. */
  readonly group: string;
  /** The ratio of `group`; null without a group. */
  readonly ratio: number | null;
  /**
   * Number of channels that would be tried, and the highest priority among them; null for readers who may not see
   * channels.
   */
  readonly channels: number | null;
  readonly priority: number | null;
  /** Why the model is not served, in the order of the relay's checks; empty when it is served. */
  readonly refusals: readonly AccessRefusal[];
}

/**
 * The reasons why calls of a key for a model never go to a channel: it is switched off; it has expired; it is in none of the key's
 * groups; it does not list the model, or only its family while others list the very name; an earlier group of the key
 * serves the model; its type has no such endpoint; the prompt is too long for it; another channel is named behind the
 * key; its mapping runs in a circle; there are fewer attempts than channels before it.
 */
export type AccessReason =
  | 'status'
  | 'expired'
  | 'group'
  | 'model'
  | 'family'
  | 'laterGroup'
  | 'endpoint'
  | 'promptTokens'
  | 'notPinned'
  | 'mapping'
  | 'attempts';

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
  /**
   * Percent of first attempts that go to this channel; 0 when others go first, null when calls never come here, and where
   * another strategy than the weights chooses among several channels.
   */
  readonly share: number | null;
  /** The name under which the channel calls the model. */
  readonly upstream_model: string;
  /** The largest prompt that the channel takes, in tokens; 0 is no limit. */
  readonly max_input_tokens: number;
  /**
   * Numbers of keys of a channel with several keys: all, the disabled ones and the resting ones. A channel whose keys
   * all rest is tried last.
   */
  readonly keys: { readonly total: number; readonly out: number; readonly resting: number };
  readonly is_reachable: boolean;
  /**
   * Why calls never go to this channel. When the list is empty and the channel is still not reachable, the call is
   * refused as a whole.
   */
  readonly reasons: readonly AccessReason[];
}

/** The channels to which one attempt may go, each with its chance in percent; null as for `AccessChannel.share`. */
interface AccessAttempt {
  readonly number: number;
  readonly channels: readonly { readonly id: number; readonly share: number | null }[];
}

/** How calls for one model are routed; only administrators see it. */
export interface AccessDetail {
  readonly endpoint: AccessEndpoint;
  readonly prompt_tokens: number;
  /** Id of the channel that the query names; 0 when the server chooses. */
  readonly pinned_channel: number;
  /** How the group that serves the model chooses among channels of one priority; conversations go by weight all the same. */
  readonly strategy: RoutingStrategy;
  /** True when calls of one conversation stay on one channel; shares then hold for conversations. */
  readonly keeps_sessions: boolean;
  /** The channels, reachable ones first. */
  readonly channels: readonly AccessChannel[];
  /** Number of channels that are left out because the list is full. */
  readonly channels_left_out: number;
  /** The attempts of a call whose likeliest channel fails each time. */
  readonly attempts: readonly AccessAttempt[];
}

/**
 * The access report of a key: which models it reaches, and why not the others. `own` is the view of its owner, who sees
 * no channels.
 */
export interface AccessReport {
  readonly view: 'full' | 'own';
  readonly token: {
    readonly id: number;
    readonly name: string;
    readonly username: string;
    /** True when the key refuses calls from addresses that it does not allow. */
    readonly is_ip_limited: boolean;
  };
  /** The groups of the key, in the order in which they are tried. */
  readonly groups: readonly { readonly name: string; readonly ratio: number }[];
  /** The refusals that every call of the key would get. */
  readonly refusals: readonly AccessRefusal[];
  /** The model of the query alone, or all models. */
  readonly models: readonly AccessModel[];
  readonly models_left_out: number;
  /** How calls for the model of the query are routed; null without a model, and in the view of owners. */
  readonly detail: AccessDetail | null;
}
