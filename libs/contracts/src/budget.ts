/** Whom a budget is for; a member is a user within a team, and its budget counts calls with keys of that team. */
export const budgetScopes = ['key', 'user', 'group', 'team', 'member'] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** How long a period of a budget lasts; a budget for `once` has one period without an end. */
export const budgetWindows = ['hour', 'day', 'week', 'month', 'once'] as const;
export type BudgetWindow = (typeof budgetWindows)[number];

/** Most budgets of one key, user or group. */
export const BUDGETS_PER_OWNER_MAX = 8;
/** Most budgets of the site; every node knows all of them. */
export const BUDGETS_MAX = 50_000;
/** The largest amount of a budget, in units. */
export const BUDGET_QUOTA_MAX = 1_000_000_000_000_000;
/** Most notices in one period. */
export const BUDGET_THRESHOLDS_MAX = 5;
/** The parts of a budget, in percent, at which a notice is sent where nobody has chosen others. */
export const budgetThresholdsByDefault: readonly number[] = [80, 100];

/** What decides how much may be spent, and when it begins anew. */
export interface BudgetTerms {
  /** Units for each period. */
  readonly quota: number;
  readonly window: BudgetWindow;
  /** The window ends now and moves on; otherwise periods begin with the hour, day, week (Monday) or month. */
  readonly is_rolling: boolean;
  /** IANA name of the zone in which periods begin; empty takes the server's. */
  readonly time_zone: string;
  /** Calls are refused when it is used up; otherwise it only sends notices. */
  readonly is_hard: boolean;
  /** What is left goes into the next period, at most as much as the amount itself. */
  readonly carries_over: boolean;
  /** Percent at which a notice is sent, rising; empty for none. */
  readonly thresholds: readonly number[];
}

/** A budget with what was spent in its present period. Amounts are units, times are Unix seconds. */
export interface BudgetView extends BudgetTerms {
  readonly id: number;
  readonly scope: BudgetScope;
  /** The id of the key, user, team or membership; 0 for a group. */
  readonly owner_id: number;
  /** The name of the group; empty for keys and users. */
  readonly group: string;
  /** The name of the key, user or group; empty when it is gone. */
  readonly owner_name: string;
  /** The user, or the owner of the key; empty for a group. */
  readonly username: string;
  /** The owner of the key has set it. */
  readonly is_own: boolean;
  readonly created_by: string;
  readonly created_time: number;
  /** The amount with what the last period left. */
  readonly granted_quota: number;
  readonly used_quota: number;
  /** What is left; below zero when the last call cost more than was reserved. */
  readonly remain_quota: number;
  /** When the present period began; 0 for a rolling window, and for one that has no end. */
  readonly period_start: number;
  /** When the present period ends; 0 where it has no end. */
  readonly reset_time: number;
}

/** A 0-based page of all budgets, newest first. */
export interface BudgetQuery {
  readonly p?: number;
  readonly size?: number;
  readonly scope?: BudgetScope | '';
  /** The id of a key or user; 0 is any. */
  readonly owner_id?: number;
  /** The name of a group; empty is any. */
  readonly group?: string;
}

/** A new budget of an own key; what is absent is as on the form. */
export interface OwnBudgetCreate extends Partial<BudgetTerms> {
  /** The id of the key. */
  readonly owner_id: number;
  readonly quota: number;
  readonly window: BudgetWindow;
}

/** A new budget of anybody. */
export interface BudgetCreate extends Partial<BudgetTerms> {
  readonly scope: BudgetScope;
  readonly owner_id?: number;
  /** Names a user instead of the id. */
  readonly username?: string;
  readonly group?: string;
  readonly quota: number;
  readonly window: BudgetWindow;
}

/** A changed budget; absent fields stay. Another window, zone or kind of window begins a new period with nothing spent. */
export type BudgetChange = Partial<BudgetTerms>;
