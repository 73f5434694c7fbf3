/** What a report may tell apart; `tag` is that of channels, `call_tag` that of calls: one with several counts for each. */
export const reportDimensions = ['user', 'key', 'model', 'channel', 'tag', 'group', 'day', 'team', 'call_tag'] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** What people may tell apart in the report of their own use. */
export const ownReportDimensions = [
  'key',
  'model',
  'group',
  'day',
  'team',
  'call_tag',
] as const satisfies readonly ReportDimension[];
export type OwnReportDimension = (typeof ownReportDimensions)[number];

/** What comes first: the most spent, the most calls, the dearest, or what earns least. */
export const reportOrders = ['quota', 'count', 'cost', 'margin'] as const;
export type ReportOrder = (typeof reportOrders)[number];

/** Narrows a report; what is empty or absent narrows nothing. */
export interface ReportFilter {
  readonly user_id?: number;
  readonly token_name?: string;
  readonly model_name?: string;
  readonly channel?: number;
  readonly group?: string;
}

/** The hours of a span in Unix seconds, both inclusive; days are those of the time zone, by default of the server. */
export interface ReportQuery extends ReportFilter {
  readonly by: ReportDimension;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  readonly time_zone?: string;
  readonly order?: ReportOrder;
}

/** Money is in whole units of quota. */
export interface ReportSums {
  readonly count: number;
  readonly token_used: number;
  readonly quota: number;
  /** Tokens of prompts of which it is known how many came from a cache, and how many did. */
  readonly prompt_tokens: number;
  readonly cached_tokens: number;
}

/** What only administrators see. The margin is `costed_quota` less both costs. */
export interface CostSums {
  /** What calls cost at their suppliers. */
  readonly cost: number;
  /** The part of what suppliers take for days. */
  readonly fixed_cost: number;
  /** The charges of calls whose cost is known, less what was given back. */
  readonly costed_quota: number;
}

/** One user, key, model … of a report. */
export interface ReportName {
  /** The user for `user` and `key`, the channel for `channel`, the team for `team`; 0 for all others. */
  readonly id: number;
  /** Empty where the figures do not know it. A day is written as 2026-11-01. */
  readonly name: string;
  /** The owner of a key, as administrators see it; empty for all others. */
  readonly username: string;
}

export interface OwnReportRow extends ReportName, ReportSums {}
export interface ReportRow extends OwnReportRow, CostSums {}

/** What the present month comes to at the pace of the last seven days. */
export interface ReportForecast {
  /** Spent since the month began, in the time zone of the report. */
  readonly spent: number;
  /** What it will be at the end of the month. */
  readonly expected: number;
  /** The month, such as 2026-11. */
  readonly month: string;
}

export interface OwnReport {
  readonly rows: readonly OwnReportRow[];
  readonly total: ReportSums;
  /** True when there are more rows than are shown; a file has all of them. */
  readonly is_cut: boolean;
  readonly forecast: ReportForecast;
}

export interface Report extends Omit<OwnReport, 'rows' | 'total'> {
  readonly rows: readonly ReportRow[];
  readonly total: ReportSums & CostSums;
}

/** How often a report is mailed, each about the day, week or month before. */
export const reportRhythms = ['never', 'day', 'week', 'month'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

/** The rows of a report that a page shows. */
export const REPORT_ROWS_MAX = 200;

/** A month such as 2026-11. */
export const REPORT_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export interface StatementQuery {
  readonly month: string;
}

export interface UserStatementQuery extends StatementQuery {
  readonly user_id: number;
}

export interface StatementLine extends ReportSums {
  readonly model: string;
}

/** What one user used in a month. Once the month is over, a statement gets a number and never changes again. */
export interface Statement {
  /** 0 while the month is not over. */
  readonly number: number;
  readonly month: string;
  /** Unix seconds; of a statement without a number, those of now. */
  readonly issued_time: number;
  readonly site_name: string;
  /** The postal address of the site, in lines; empty where none was entered. */
  readonly site_address: string;
  readonly user_id: number;
  readonly username: string;
  readonly display_name: string;
  readonly lines: readonly StatementLine[];
  readonly total: ReportSums;
  /** Units of one currency unit when it was issued. */
  readonly quota_per_unit: number;
}

/** A bill of a supplier as CSV, which is compared with what the calls of some channels cost. */
export interface BillComparison {
  readonly text: string;
  readonly channels: readonly number[];
  /** The zone in which the supplier counts days; UTC for most. */
  readonly time_zone: string;
}

export const BILL_TEXT_MAX = 2_000_000;
export const BILL_DAYS_MAX = 62;
export const BILL_CHANNELS_MAX = 20;

/** A day and model of a bill; money in units. */
export interface BillRow {
  readonly day: string;
  /** The name at the supplier. */
  readonly model: string;
  readonly billed: number;
  /** What our calls cost. */
  readonly computed: number;
}

export interface BillView {
  /** Every day and model of either side, the greatest differences first. */
  readonly rows: readonly BillRow[];
  readonly billed: number;
  readonly computed: number;
  /** What was computed for days alone, which has no model. */
  readonly fixed_cost: number;
}
