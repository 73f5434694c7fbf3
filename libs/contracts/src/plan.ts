/** How long a period of a plan lasts. */
export const planPeriods = ['day', 'week', 'month', 'year'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** Who pays when the allowance of a plan is used up: the wallet, or nobody, and calls are refused. */
export const planOverages = ['wallet', 'refuse'] as const;
export type PlanOverage = (typeof planOverages)[number];

/**
 * `cancelled` runs until its period ends; `past_due` could not be paid and is tried again; `ended` is over.
 */
export const subscriptionStates = ['trial', 'active', 'cancelled', 'past_due', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Most plans of the site. */
export const PLANS_MAX = 100;
/** Most plans that one person has at once. */
export const PLANS_PER_USER_MAX = 8;
/** The largest price and allowance, in units. */
export const PLAN_QUOTA_MAX = 1_000_000_000_000_000;
export const PLAN_NAME_MAX = 40;
export const PLAN_DESCRIPTION_MAX = 500;
/** Most names of models, and of groups, of one plan. */
export const PLAN_NAMES_MAX = 100;
export const PLAN_TRIAL_DAYS_MAX = 365;
/** Most periods that a gift code or an administrator gives. */
export const PLAN_GIFT_PERIODS_MAX = 120;

/** What a plan costs and gives. */
export interface PlanTerms {
  readonly name: string;
  /** Units that each period costs; 0 is free. */
  readonly price_quota: number;
  readonly period: PlanPeriod;
  /** Units that may be spent in each period; 0 is without a limit. */
  readonly quota: number;
  /** Names of models, in which `*` stands for any text; empty for all. */
  readonly models: readonly string[];
  /** Groups whose calls it pays; empty for all. */
  readonly groups: readonly string[];
  readonly overage: PlanOverage;
}

/** A plan as administrators write it. */
export interface PlanEdit extends PlanTerms {
  readonly description: string;
  /** Days that somebody may try it without paying, once; 0 for none. */
  readonly trial_days: number;
  readonly is_on_sale: boolean;
  /** Plans are shown from the lowest to the highest. */
  readonly sort_order: number;
}

export interface PlanView extends PlanEdit {
  readonly id: number;
  /** People who have it now. */
  readonly subscribers: number;
}

/** A plan that may be bought. */
export interface PlanOffer extends Omit<PlanEdit, 'is_on_sale'> {
  readonly id: number;
  /** The caller may still try it. */
  readonly is_trial_open: boolean;
  /** The caller has it already. */
  readonly is_held: boolean;
}

/** A plan that somebody has. Amounts are units, times are Unix seconds. */
export interface SubscriptionView extends PlanTerms {
  readonly id: number;
  readonly user_id: number;
  /** Empty when the user is gone. */
  readonly username: string;
  readonly plan_id: number;
  readonly state: SubscriptionState;
  readonly used_quota: number;
  /** What is left in this period; below zero when a call cost more than was reserved. */
  readonly remain_quota: number;
  readonly period_start: number;
  /** When the present period ends; 0 for one that has none. */
  readonly period_end: number;
  /** IANA name of the zone at whose midnight periods begin. */
  readonly time_zone: string;
  /** It is not renewed. */
  readonly is_cancelled: boolean;
  /** The plan that follows with the next period; empty for the same. */
  readonly next_plan: string;
  /** Periods after this one that are paid for. */
  readonly prepaid_periods: number;
  readonly created_time: number;
}

export interface PlanPurchase {
  readonly plan_id: number;
  /** IANA name; empty takes the server's. */
  readonly time_zone?: string;
  readonly is_trial?: boolean;
}

export interface PlanChangeQuery {
  readonly plan_id: number;
}

/** What a change of plan costs. */
export interface PlanChangePreview {
  /** It takes effect at once; otherwise with the next period. */
  readonly is_now: boolean;
  /** What is given back for the rest of the present period. */
  readonly credit_quota: number;
  /** The price of the first period of the new plan. */
  readonly price_quota: number;
  /** When it takes effect, in Unix seconds. */
  readonly effective_time: number;
  /** When the first period of the new plan ends. */
  readonly period_end: number;
}

export interface PlanCancel {
  /** False takes the cancellation back. */
  readonly is_cancelled: boolean;
}

export interface PlanOrder {
  /** Ids of the caller's plans; calls use them in this order. */
  readonly ids: readonly number[];
}

/** A 0-based page of the plans that people have, newest first. */
export interface SubscriptionQuery {
  readonly p?: number;
  readonly size?: number;
  readonly plan_id?: number;
  /** An id or a name of a user; empty is any. */
  readonly username?: string;
}

/** An administrator gives a plan to somebody. */
export interface PlanGrant {
  readonly plan_id: number;
  readonly username: string;
  /** Periods without a price. */
  readonly periods: number;
  readonly time_zone?: string;
}

/** What a gift code gave. */
export interface RedeemedPlan {
  readonly plan: string;
  readonly periods: number;
}
