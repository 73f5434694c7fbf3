/** The spans of figures: the last hour in steps of five minutes, or the last day in steps of an hour. */
export const healthSpans = ['hour', 'day'] as const;
export type HealthSpan = (typeof healthSpans)[number];

/** Why attempts fail, as the figures tell them apart. */
export const healthFailureKinds = ['refused', 'busy', 'broken', 'model_unavailable', 'bad_request'] as const;
export type HealthFailureKind = (typeof healthFailureKinds)[number];

/** The model name under which figures stand whose model found no place any more. */
export const OTHER_MODELS = 'other';

/** What became of attempts, or of whole calls. Times are milliseconds; null where nothing was measured. */
export interface HealthFigures {
  readonly served: number;
  /** All that failed, the faults of callers among them. */
  readonly failed: number;
  readonly failures: Readonly<Record<HealthFailureKind, number>>;
  /** 0 to 1, without the faults of callers; null where nothing counts. */
  readonly success_rate: number | null;
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  /** Counted for streams only. */
  readonly first_token_p50: number | null;
  readonly first_token_p95: number | null;
}

/** One step of a span. */
export interface HealthPoint {
  /** The start of the step in Unix seconds. */
  readonly at: number;
  readonly served: number;
  /** Without the faults of callers. */
  readonly failed: number;
}

/** The last failure; its text has no secrets and at most 500 characters. */
export interface HealthError {
  readonly kind: HealthFailureKind;
  readonly status: number;
  readonly message: string;
  readonly model: string;
  /** Unix seconds. */
  readonly at: number;
}

/** A key or a model of a channel that is left alone after failures. */
export interface HealthRest {
  /** The place of the key, from 1; 0 where a model rests. */
  readonly key_place: number;
  /** The model that rests; empty where a key does. */
  readonly model: string;
  readonly cause: HealthFailureKind | '';
  /** Milliseconds until the next trial; 0 when the next call is the trial. */
  readonly wait_ms: number;
}

/** `resting`: no call goes there while another channel can serve it. */
export type HealthState = 'enabled' | 'resting' | 'disabled' | 'auto_disabled';

/** A channel on the health page. */
export interface ChannelHealthView extends HealthFigures {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** One of the statuses of channels. */
  readonly status: number;
  readonly state: HealthState;
  /** Why the server changed the status, and when in Unix seconds; empty and 0 when it did not. */
  readonly status_reason: string;
  readonly status_time: number;
  readonly total_keys: number;
  readonly usable_keys: number;
  readonly rests: readonly HealthRest[];
  readonly last_error: HealthError | null;
  readonly points: readonly HealthPoint[];
}

/** One model of a channel. */
export interface ModelHealthView extends HealthFigures {
  readonly model: string;
  readonly last_error: HealthError | null;
  readonly points: readonly HealthPoint[];
}

/** `GET /api/channel/health/:id`. */
export interface ChannelHealthDetail {
  readonly channel: ChannelHealthView;
  /** The models with figures, those with most attempts first, at most 500. */
  readonly models: readonly ModelHealthView[];
}

export type PublicModelState = 'operational' | 'degraded' | 'down';

/** A model on the public status page; nothing here tells about channels or providers. */
export interface PublicModelHealth {
  readonly model: string;
  readonly state: PublicModelState;
  /** 0 to 1 of the calls of the last hour; null when there were none. */
  readonly success_rate: number | null;
  /** 0 to 1 for each of the last 24 hours, the oldest first; null for an hour without calls. */
  readonly hours: readonly (number | null)[];
}

/** `GET /api/status/health`. */
export interface PublicHealth {
  /** Unix seconds. */
  readonly updated_at: number;
  readonly models: readonly PublicModelHealth[];
}
