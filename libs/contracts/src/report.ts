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

/** What only administrators see. The margin is `costed_quota` less `plan_discount` and both costs. */
export interface CostSums {
  /** What calls cost at their suppliers. */
  readonly cost: number;
  /** The part of what suppliers take for days. */
  readonly fixed_cost: number;
  /** The charges of calls whose cost is known, less what was given back. */
  readonly costed_quota: number;
  /** The part of the charges that plans paid. */
  readonly plan_quota: number;
  /** The share of the prices of plans that these calls have, once their day is over. */
  readonly plan_income: number;
  /** By how much calls whose cost is known earned less than their charges, because plans paid them. */
  readonly plan_discount: number;
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

/** The month of a team's statement. */
export interface TeamStatementQuery extends StatementQuery {
  readonly team_id: number;
}

export const statementFormats = ['csv', 'pdf'] as const;
export type StatementFormat = (typeof statementFormats)[number];
export const statementLanguages = ['en', 'zh'] as const;
/** The language of the words in a PDF; a CSV file has the same names everywhere. */
export type StatementLanguage = (typeof statementLanguages)[number];

/** How a statement is taken away: as CSV where nothing is said. */
export interface StatementFile {
  readonly format?: StatementFormat;
  readonly language?: StatementLanguage;
}

export interface StatementLine extends ReportSums {
  readonly model: string;
}

/** The use of one key, or for a team of one member. */
export interface StatementPart extends ReportSums {
  readonly name: string;
}

/** An order that was paid in the month. */
export interface StatementOrder {
  readonly number: string;
  readonly paid_time: number;
  readonly method: string;
  readonly currency: string;
  /** Money as text, with the decimals of its currency; the net amount and the tax are the total. */
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly quota: number;
}

/** What a wallet gained or lost. `other` is what came after its month had been closed, or stands in no log. */
export const statementChanges = [
  'order',
  'order_return',
  'redeem',
  'grant',
  'check_in',
  'reward',
  'admin',
  'import',
  'plan',
  'team',
  'calls',
  'refund',
  'other',
] as const;
export type StatementChangeKind = (typeof statementChanges)[number];

export interface StatementChange {
  readonly kind: StatementChangeKind;
  readonly quota: number;
}

/** The wallet in the month: what was in it at the beginning, and all changes, are together what was in it at the end. */
export interface StatementBalance {
  readonly begin: number;
  readonly end: number;
  readonly changes: readonly StatementChange[];
}

/** What one user or team used in a month, and what became of the wallet. Once the month is over, a statement gets a number and never changes again. */
export interface Statement {
  /** 0 while the month is not over. */
  readonly number: number;
  readonly month: string;
  /** Unix seconds; of a statement without a number, those of now. */
  readonly issued_time: number;
  readonly site_name: string;
  /** The postal address of the site, in lines; empty where none was entered. */
  readonly site_address: string;
  /** What the site calls its tax; empty where it has no name for it. */
  readonly tax_name: string;
  /** 0 for a team. */
  readonly user_id: number;
  /** 0 for a user. */
  readonly team_id: number;
  /** Empty for a team. */
  readonly username: string;
  /** The display name of the user, or the name of the team. */
  readonly display_name: string;
  readonly lines: readonly StatementLine[];
  /** By key for a user, by member for a team. */
  readonly parts: readonly StatementPart[];
  readonly total: ReportSums;
  /** What of the total was paid by plans, or for a user by teams; the wallet paid the rest. */
  readonly paid_by_plans: number;
  readonly paid_by_teams: number;
  /** Null for months before this site kept what was in each wallet. */
  readonly balance: StatementBalance | null;
  readonly orders: readonly StatementOrder[];
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
