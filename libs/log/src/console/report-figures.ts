import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { readProgress } from '../store/usage-progress';
import { ReportStatement, type ReportQuestion } from './report-statement';
import { usageRanges, type TimeRange } from './usage-ranges';

/** The sums of one value of a report; amounts are whole units or tokens. */
export interface ReportFigure {
  /** The value as text: a name, an id, or the start of an hour in milliseconds. */
  readonly value: string;
  /** The user behind a user or a key; 0 for all others. */
  readonly owner: number;
  readonly username: string;
  readonly requests: number;
  readonly quota: number;
  readonly tokens: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cost: number;
  readonly costedQuota: number;
  readonly fixedCost: number;
  readonly planQuota: number;
  readonly planIncome: number;
  readonly planDiscount: number;
}

/** Nothing of anything. */
export const NO_FIGURE: ReportFigure = {
  ...{ value: '', owner: 0, username: '', requests: 0, quota: 0, tokens: 0, promptTokens: 0, cachedTokens: 0 },
  ...{ cost: 0, costedQuota: 0, fixedCost: 0 },
  ...{ planQuota: 0, planIncome: 0, planDiscount: 0 },
};

type Row = Readonly<Record<string, string | number | null>>;

/** Sums figures of whole hours for reports. They never read the log, and are exact at once. */
@Injectable()
export class ReportFigures {
  constructor(private readonly database: Database) {}

  /** @param hours starts and ends with whole hours */
  async read(question: ReportQuestion, hours: TimeRange): Promise<readonly ReportFigure[]> {
    const ranges = usageRanges(hours, await readProgress(this.database.read));
    const statement = new ReportStatement(this.database.dialect, question);
    const sql = statement.over(ranges);
    const rows: Row[] = sql === null ? [] : await this.database.read.query(sql, [...statement.values]);
    return rows.map(toFigure);
  }
}

function toFigure(row: Row): ReportFigure {
  return {
    value: String(row.value ?? ''),
    owner: Number(row.owner || 0),
    username: String(row.username ?? ''),
    requests: Number(row.request_count ?? 0),
    quota: Number(row.quota ?? 0),
    tokens: Number(row.token_used ?? 0),
    promptTokens: Number(row.prompt_tokens ?? 0),
    cachedTokens: Number(row.cached_tokens ?? 0),
    cost: Number(row.cost ?? 0),
    costedQuota: Number(row.costed_quota ?? 0),
    fixedCost: Number(row.fixed_cost ?? 0),
    planQuota: Number(row.plan_quota ?? 0),
    planIncome: Number(row.plan_income ?? 0),
    planDiscount: Number(row.plan_discount ?? 0),
  };
}
