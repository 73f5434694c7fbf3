import { Injectable } from '@nestjs/common';
import { type UsageRank, type UsageRanking } from '@contracts';
import { AppError } from '@kernel';
import { Database, SqlParameters, type DatabaseDialect } from '@platform';
import { USAGE_DIMENSIONS, type UsageDimensionName } from '../store/usage-dimensions';
import { readProgress } from '../store/usage-progress';
import { channelNames } from './channel-names';
import { wholeHours, type HourRange } from './hourly-usage.read-model';
import { rangeSql } from './usage-query';
import { sourcesOf, usageRanges, type TimeRange, type UsageRanges } from './usage-ranges';

/** Those who spent most; what stands behind them is in the log. */
const RANKS_MAX = 50;
const SUMS = ['request_count', 'quota', 'token_used'] as const;

interface Ranked {
  /** The column of the figures by which rows are told apart. */
  readonly column: 'user_id' | 'token_name' | 'model_name' | 'channel_id' | 'token_group';
  /** The sums of hours that know it, for all users. */
  readonly dimension: UsageDimensionName;
  /** True where the owner is part of what is ranked, too. */
  readonly isPerOwner: boolean;
  /** True where figures of an older version, which know users and models alone, have the column. */
  readonly isInOlder: boolean;
}

const RANKED: Readonly<Record<UsageRanking, Ranked>> = {
  user: { column: 'user_id', dimension: 'user', isPerOwner: true, isInOlder: true },
  key: { column: 'token_name', dimension: 'user', isPerOwner: true, isInOlder: false },
  model: { column: 'model_name', dimension: 'models', isPerOwner: false, isInOlder: true },
  channel: { column: 'channel_id', dimension: 'channel', isPerOwner: false, isInOlder: false },
  group: { column: 'token_group', dimension: 'group', isPerOwner: false, isInOlder: false },
};

interface RankRow extends Readonly<Record<(typeof SUMS)[number], number | string>> {
  readonly ranked: string;
  readonly owner: string;
  readonly username: string | null;
}

/** Who and what spent most in a span of whole hours, from their figures. */
@Injectable()
export class UsageRankingReadModel {
  constructor(private readonly database: Database) {}

  /** Ranks over all users. */
  async ofAll(by: UsageRanking, range: HourRange): Promise<readonly UsageRank[]> {
    const ranks = await this.read(by, range, null);
    return by === 'channel' ? this.withChannelNames(ranks) : ranks;
  }

  /**
   * Ranks of one user.
   *
   * @throws AppError COMMON_INVALID_INPUT for users and channels, which are the administrators' alone
   */
  async ofOne(by: UsageRanking, range: HourRange, userId: number): Promise<readonly UsageRank[]> {
    if (by === 'user' || by === 'channel') {
      throw new AppError('COMMON_INVALID_INPUT', { params: { detail: 'by is key, model or group' } });
    }
    const ranks = await this.read(by, range, userId);
    return ranks.map(rank => ({ ...rank, id: 0, username: '' }));
  }

  private async read(by: UsageRanking, range: HourRange, userId: number | null): Promise<readonly UsageRank[]> {
    const ranges = usageRanges(wholeHours(range), await readProgress(this.database.read));
    const statement = new RankingStatement(this.database.dialect, RANKED[by], userId);
    const sql = statement.over(ranges);
    const rows: RankRow[] = sql ? await this.database.read.query(sql, [...statement.values]) : [];
    return rows.map(row => toRank(by, row));
  }

  private async withChannelNames(ranks: readonly UsageRank[]): Promise<readonly UsageRank[]> {
    const names = await channelNames(
      this.database.read,
      ranks.map(rank => rank.id),
    );
    return ranks.map(rank => ({ ...rank, name: names.get(rank.id) ?? '' }));
  }
}

/** The one statement of a ranking: sums of hours where there are some, the figures themselves for all other hours. */
class RankingStatement {
  private readonly parameters: SqlParameters;

  constructor(
    private readonly dialect: DatabaseDialect,
    private readonly ranked: Ranked,
    private readonly userId: number | null,
  ) {
    this.parameters = new SqlParameters(dialect);
  }

  get values(): readonly (string | number)[] {
    return this.parameters.values;
  }

  /** @returns null when no hour is asked for */
  over(ranges: UsageRanges): string | null {
    const { sums: summed, lateHours, hours } = sourcesOf(ranges, this.dimension);
    const parts = [
      ...(ranges.coarse && this.ranked.isInOlder ? [this.figures('hourly_usage', ranges.coarse)] : []),
      ...[...hours, ...(ranges.older ? [ranges.older] : [])].map(range => this.figures('usage_hours', range)),
      ...(summed ? [this.sums(summed, lateHours)] : []),
    ];
    if (parts.length === 0) return null;
    const sums = SUMS.map(column => `SUM(${column}) AS ${column}`).join(', ');
    return (
      `SELECT ranked, owner, MAX(username) AS username, ${sums} FROM (${parts.join(' UNION ALL ')}) parts ` +
      `GROUP BY ranked, owner ORDER BY SUM(quota) DESC, SUM(request_count) DESC, ranked LIMIT ${RANKS_MAX}`
    );
  }

  private get dimension(): UsageDimensionName {
    return this.userId === null ? this.ranked.dimension : 'user';
  }

  private figures(table: 'usage_hours' | 'hourly_usage', range: TimeRange): string {
    const where = [
      ...rangeSql(range),
      ...(this.userId === null ? [] : [`user_id = ${this.parameters.add(this.userId)}`]),
    ];
    return this.part(table, { ranked: this.ranked.column, owner: 'user_id' }, where);
  }

  private sums(range: TimeRange, lateHours: readonly number[]): string {
    const { column } = this.ranked;
    const { number, of } = USAGE_DIMENSIONS[this.dimension];
    const where = [
      `dimension = ${number}`,
      ...(this.userId === null ? [] : [`value = ${this.parameters.add(String(this.userId))}`]),
      ...rangeSql(range),
      ...(lateHours.length > 0 ? [`hour_at_ms NOT IN (${lateHours.join(', ')})`] : []),
    ];
    return this.part('usage_sums', { ranked: of === column ? 'value' : column, owner: 'value' }, where);
  }

  /** The sums of one table: only they, and not its rows, are put together with those of the others. */
  private part(table: string, { ranked, owner }: { ranked: string; owner: string }, where: readonly string[]): string {
    const { isPerOwner } = this.ranked;
    const columns = [
      `${this.text(ranked)} AS ranked`,
      `${isPerOwner ? this.text(owner) : "''"} AS owner`,
      `${isPerOwner ? this.text('MAX(username)') : "''"} AS username`,
      ...SUMS.map(column => `SUM(${column}) AS ${column}`),
    ];
    // Texts of the older table are told apart only as they are selected; other databases are faster without a conversion.
    const told = [...new Set([...(isPerOwner ? [owner] : []), ranked])];
    const groupBy = told.map(column => (this.dialect === 'mysql' ? this.text(column) : column)).join(', ');
    const condition = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : '';
    return `SELECT ${columns.join(', ')} FROM ${table}${condition} GROUP BY ${groupBy}`;
  }

  /** A column as text; the older table compares texts in another way on MariaDB, which wants one for all parts. */
  private text(column: string): string {
    return this.dialect === 'mysql' ? `CAST(${column} AS CHAR) COLLATE utf8mb4_bin` : `CAST(${column} AS text)`;
  }
}

function toRank(by: UsageRanking, row: RankRow): UsageRank {
  const username = row.username ?? '';
  return {
    id: by === 'channel' ? Number(row.ranked) : Number(row.owner || 0),
    name: by === 'user' ? username : row.ranked,
    username: by === 'key' ? username : '',
    token_used: Number(row.token_used),
    count: Number(row.request_count),
    quota: Number(row.quota),
  };
}
