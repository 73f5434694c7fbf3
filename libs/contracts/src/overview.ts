import { type AlertKindName, type AlertSeverity } from './alert';
import { type HealthState } from './health';
import { type UsageRank } from './log';

/** `GET /api/overview` and `GET /api/overview/self`; times are Unix seconds. */
export interface OverviewQuery {
  readonly start?: number;
  readonly end?: number;
  /** Where the reader's days begin, in seconds from midnight of UTC. */
  readonly day_start?: number;
}

/** What was called in a span of whole hours. */
export interface OverviewTotals {
  /** Calls that were charged. */
  readonly requests: number;
  /** Calls that failed. */
  readonly errors: number;
  readonly quota: number;
  readonly tokens: number;
}

/** One hour or one day. */
export interface OverviewPeriod extends OverviewTotals {
  /** Its start in Unix seconds. */
  readonly at: number;
}

/** A model with what was spent on it in each period, in their order. */
export interface OverviewModel {
  /** Empty for all other models together. */
  readonly name: string;
  readonly quota: readonly number[];
  readonly requests: readonly number[];
}

/** What a user has done in a span, compared with the span of the same length before it. */
export interface Overview {
  /** The start of the first hour and the end of the last one, in Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly step: 'hour' | 'day';
  readonly totals: OverviewTotals;
  readonly previous: OverviewTotals;
  readonly periods: readonly OverviewPeriod[];
  /** Those on which most was spent, the most expensive first. */
  readonly models: readonly OverviewModel[];
  /** Keys that spent most. */
  readonly keys: readonly UsageRank[];
}

/** Times of whole calls in milliseconds; null where nothing was measured. */
export interface OverviewTimes {
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  readonly first_token_p50: number | null;
  readonly first_token_p95: number | null;
}

export interface OverviewPeriodTimes extends OverviewTimes {
  readonly at: number;
}

/** A channel that needs somebody. */
export interface TroubledChannel {
  readonly id: number;
  readonly name: string;
  readonly state: HealthState;
  /** 0 to 1 over the last hour; null when nothing was called. */
  readonly success_rate: number | null;
  /** The last failure, or why the server disabled the channel; empty when nothing is known. */
  readonly reason: string;
}

/** An alert that fires. */
export interface FiringAlert {
  readonly id: number;
  /** The name of the rule; empty where it has none, and is called by its kind. */
  readonly name: string;
  readonly kind: AlertKindName;
  readonly severity: AlertSeverity;
  readonly fired_time: number;
}

/** What a new site needs before its first call; a step that was done stays done while the thing exists. */
export interface FirstSteps {
  readonly channel: boolean;
  /** Every model of the enabled channels has a price. */
  readonly price: boolean;
  readonly key: boolean;
  readonly call: boolean;
}

/** The overview of administrators: all users, and how the site does. */
export interface SiteOverview extends Overview {
  readonly users: readonly UsageRank[];
  readonly times: OverviewTimes;
  readonly previous_times: OverviewTimes;
  readonly period_times: readonly OverviewPeriodTimes[];
  /** Calls of the last minute. */
  readonly last_minute: { readonly requests: number; readonly errors: number };
  readonly channels: readonly TroubledChannel[];
  readonly channels_troubled: number;
  readonly channels_total: number;
  readonly alerts: readonly FiringAlert[];
  readonly alerts_firing: number;
  readonly first_steps: FirstSteps;
}
