import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { readProgress } from '../store/usage-progress';
import { isCoarse, UsageQuery, type UsageColumn, type UsageFilter } from './usage-query';
import { usageRanges, type TimeRange } from './usage-ranges';

/** A sum of figures and what it is told apart by; numbers may be texts, as the databases return them. */
export type UsageRow = Readonly<
  Record<'request_count' | 'quota' | 'token_used', number | string | null> &
    Partial<Record<UsageColumn, number | string>>
>;

export interface FoundUsage {
  readonly rows: readonly UsageRow[];
  /** Hours that an older version counted without what the filter asks for: their log has to be read. */
  readonly unknown: TimeRange | null;
}

interface UsageShape {
  /** Columns that the sums are told apart by; empty for one sum. */
  readonly per: readonly UsageColumn[];
  /** Sums days instead of hours, which begin so long after midnight of UTC. */
  readonly dayStartMs?: number | null;
  /** True for sums of all calls, also of those that charts do not show. */
  readonly includesUncharted?: boolean;
  /** The most sums, of the newest hours; only with `hour_at_ms` among the columns. */
  readonly rowsMax?: number;
}

/** Reads figures of whole hours. They are exact at once: what was just charged is in them. */
@Injectable()
export class UsageFigures {
  constructor(private readonly database: Database) {}

  /** @param hours starts and ends with whole hours */
  async read(filter: UsageFilter, hours: TimeRange, { rowsMax, ...shape }: UsageShape): Promise<FoundUsage> {
    const ranges = usageRanges(hours, await readProgress(this.database.read));
    const query = new UsageQuery(this.database.dialect, { filter, ranges, ...shape });
    const unknown = isCoarse(filter) ? null : ranges.older;
    if (query.sql === null) return { rows: [], unknown };
    const newest = rowsMax === undefined ? '' : ` ORDER BY hour_at_ms DESC LIMIT ${rowsMax}`;
    const rows: UsageRow[] = await this.database.read.query(`${query.sql}${newest}`, [...query.values]);
    return { rows, unknown };
  }
}
