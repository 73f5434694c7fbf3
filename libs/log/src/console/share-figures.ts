import { type ReportOrder } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Database, SqlParameters } from '@platform';
import { type ShareKindValue } from '../store/usage-shares';
import { NO_FIGURE, type ReportFigure } from './report-figures';
import { rangeSql } from './usage-query';
import { type TimeRange } from './usage-ranges';

/** What calls of teams, or calls with tags, are told apart by. */
export type ShareColumn = 'name' | 'user_id' | 'model_name' | 'hour_at_ms';

export interface ShareQuestion {
  readonly kind: ShareKindValue;
  readonly by: ShareColumn;
  /** One team by its id, or one tag; absent for all. */
  readonly name?: string;
  readonly userId?: number;
  readonly modelName?: string;
  readonly order: ReportOrder;
  readonly rowsMax: number;
}

const ORDERS: Readonly<Record<ReportOrder, string>> = {
  quota: 'SUM(quota) DESC, SUM(request_count) DESC',
  count: 'SUM(request_count) DESC, SUM(quota) DESC',
  cost: 'SUM(cost) DESC, SUM(quota) DESC',
  margin: 'SUM(costed_quota) - SUM(cost), SUM(quota) DESC',
};

/** Sums what calls of teams and calls with tags used, in whole hours. A call with several tags counts for each of them. */
@Injectable()
export class ShareFigures {
  constructor(private readonly database: Database) {}

  async read(
    { kind, by, order, rowsMax, ...filter }: ShareQuestion,
    hours: TimeRange,
  ): Promise<readonly ReportFigure[]> {
    const parameters = new SqlParameters(this.database.dialect);
    const where = [`kind = ${kind}`, ...rangeSql(hours)];
    if (filter.name !== undefined) where.push(`name = ${parameters.add(filter.name)}`);
    if (filter.userId !== undefined) where.push(`user_id = ${parameters.add(filter.userId)}`);
    if (filter.modelName !== undefined) where.push(`model_name = ${parameters.add(filter.modelName)}`);
    const rows: Readonly<Record<string, string | number | null>>[] = await this.database.read.query(
      `SELECT ${by} AS value, SUM(request_count) AS requests, SUM(quota) AS quota, SUM(token_used) AS tokens,
         SUM(cost) AS cost, SUM(costed_quota) AS costed FROM usage_shares WHERE ${where.join(' AND ')}
       GROUP BY ${by} ORDER BY ${ORDERS[order]}, ${by} LIMIT ${rowsMax}`,
      [...parameters.values],
    );
    return rows.map(row => ({
      ...NO_FIGURE,
      value: String(row.value ?? ''),
      requests: Number(row.requests ?? 0),
      quota: Number(row.quota ?? 0),
      tokens: Number(row.tokens ?? 0),
      cost: Number(row.cost ?? 0),
      costedQuota: Number(row.costed ?? 0),
    }));
  }
}
